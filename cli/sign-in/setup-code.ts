/** `turnout setup-code`: a code by which an owner signs in without a key. */

import type { Command } from 'commander';
import { askOwner } from '../../service/commands/ask-owner.ts';
import { NEW_GYM } from '../../store/access/sign-ins/set-up-codes.ts';
import type { CliContext } from '../context.ts';
import { runningUrl } from '../server-link.ts';
import { asker } from '../terminal/asker.ts';

export function registerSetUpCode(program: Command, context: CliContext): void {
  program
    .command('setup-code')
    .description('Show a code by which an owner signs in to the pages and gets a key')
    .option('--gym <id>', 'whose owner; may be left out where there is only one')
    .addHelpText(
      'after',
      '\nThe code is good for 15 minutes, one use and five tries. The server must run.\n\nExample:\n  turnout setup-code',
    )
    .action(({ gym }: { readonly gym?: string }) => showCode(context, gym ?? null));
}

async function showCode(context: CliContext, gym: string | null): Promise<void> {
  const { gymId, code, publicUrl } = await askOwner({
    ...asker(context),
    operation: 'sign_in.code',
    args: { gym },
  });
  const isNew = gymId === NEW_GYM;
  const base = publicUrl ?? (await runningUrl(context.dataDir())) ?? '';
  const page = `${base}${isNew ? '/setup' : '/sign-in'}`;
  const makes = isNew ? 'your gym with an owner key' : `an owner key for gym ${gymId}`;
  context.print(
    { gym: isNew ? null : gymId, code, page },
    [
      code,
      `Type it at ${page} within 15 minutes. It makes ${makes}, and is good for one use.`,
    ].join('\n'),
  );
}
