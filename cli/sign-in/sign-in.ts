/** `turnout sign-in`: browsers that are signed in, and screens for the wall. */

import { type Command, InvalidArgumentError } from 'commander';
import { TurnoutError } from '../../errors.ts';
import { askOwner } from '../../service/commands/ask-owner.ts';
import type { CliContext } from '../context.ts';
import { asker } from '../terminal/asker.ts';
import { counted } from '../terminal/counted.ts';
import { listSignIns } from './list.ts';

export function registerSignIn(program: Command, context: CliContext): void {
  const group = program
    .command('sign-in')
    .description('Show and end the sign-ins of browsers, and let a screen for the wall in');
  group
    .command('list')
    .description('Show the browsers that are signed in, the last seen first')
    .option('--gym <id>', 'only this gym')
    .addHelpText('after', '\nExample:\n  turnout sign-in list')
    .action(({ gym }: { readonly gym?: string }) => listSignIns(context, gym ?? null));
  group
    .command('end')
    .description('Sign a browser out; its pages and live streams end at once')
    .argument('[id]', 'its id, see: turnout sign-in list')
    .option('--all', 'all browsers and screens')
    .option('--gym <id>', 'with --all: only this gym')
    .addHelpText(
      'after',
      '\nExample:\n  turnout sign-in end si_9fK2aQ0w1e2r3t4y\n  turnout sign-in end --all',
    )
    .action((id: string | undefined, options: EndOptions) => end(context, id, options));
  group
    .command('screen')
    .description('Let in the screen that shows this code at /screen; it sees the wall only')
    .argument('<code>', 'the code on the screen')
    .option('--name <text>', 'where it hangs, for lists', nameOf, 'Screen')
    .option('--gym <id>', 'whose wall it shows; may be left out where there is only one')
    .addHelpText('after', '\nExample:\n  turnout sign-in screen BCDF-GHJK --name Entrance')
    .action((code: string, options: ScreenOptions) => letIn(context, code, options));
}

interface EndOptions {
  readonly all?: true;
  readonly gym?: string;
}

async function end(
  context: CliContext,
  id: string | undefined,
  { all, gym }: EndOptions,
): Promise<void> {
  if ((id === undefined) === (all === undefined)) {
    throw new TurnoutError('usage', {
      where: 'sign-in end',
      expected: 'the id of a sign-in, or --all',
      got: all === undefined ? 'neither' : 'both',
      hint: 'list them with: turnout sign-in list',
    });
  }
  if (id === undefined) {
    const args = { gym: gym ?? null };
    const { ended } = await askOwner({ ...asker(context), operation: 'sign_in.end_all', args });
    context.print({ ended }, `${counted(ended, 'sign-in')} ended.`);
    return;
  }
  const { device } = await askOwner({
    ...asker(context),
    operation: 'sign_in.end',
    args: { id },
  });
  context.print({ id, device }, `Sign-in ${id} (${device}) is ended.`);
}

interface ScreenOptions {
  readonly name: string;
  readonly gym?: string;
}

async function letIn(
  context: CliContext,
  code: string,
  { name, gym }: ScreenOptions,
): Promise<void> {
  const { gymId } = await askOwner({
    ...asker(context),
    operation: 'sign_in.screen',
    args: { code, name, gym: gym ?? null },
  });
  context.print(
    { gym: gymId, name },
    `The screen comes in within a few seconds, as ${name} of gym ${gymId}. It sees the wall only.`,
  );
}

function nameOf(text: string): string {
  const name = text.trim();
  if (name.length >= 1 && name.length <= 60) return name;
  throw new InvalidArgumentError('Expected 1 to 60 characters');
}
