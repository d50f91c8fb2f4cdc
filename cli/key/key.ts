/** `turnout key`: who may see what. */

import { type Command, InvalidArgumentError, Option } from 'commander';
import { ROLES } from '../../store/access/key.ts';
import type { CliContext } from '../context.ts';
import { showAudit } from './audit.ts';
import { type CreateOptions, createKey } from './create.ts';
import { listKeys } from './list.ts';
import { revokeKey } from './revoke.ts';

export function registerKey(program: Command, context: CliContext): void {
  const group = program
    .command('key')
    .description('Make, list and revoke the keys that figures are seen with');
  group
    .command('create')
    .description('Make a key and show it once; a running server knows it at once')
    .addOption(
      new Option('--role <role>', 'what it may see: see below')
        .choices([...ROLES])
        .makeOptionMandatory(),
    )
    .option('--gym <id>', 'gym it belongs to; may be left out where there is only one')
    .option('--trainer <name>', 'name or id of the trainer, for the role trainer')
    .option('--label <text>', 'what you call it, for lists')
    .option(
      '--lookups <n>',
      'how many answers it is good for; default: no limit, free keys 100',
      whole,
    )
    .addHelpText('after', ROLES_HELP)
    .action((options: CreateOptions) => createKey(context, options));
  group
    .command('list')
    .description('Show all keys by their first 8 characters, the newest first')
    .option('--gym <id>', 'only keys of this gym')
    .addHelpText('after', '\nExample:\n  turnout key list --gym riverside')
    .action(({ gym }: { readonly gym?: string }) => listKeys(context, gym ?? null));
  group
    .command('revoke')
    .description('End a key; a running server refuses it at once, and its browsers are signed out')
    .argument('<key>', 'its id or its first 8 characters, see: turnout key list')
    .addHelpText('after', '\nExample:\n  turnout key revoke tk_9fK2a')
    .action((key: string) => revokeKey(context, key));
  group
    .command('audit')
    .description(
      'Show who made and revoked keys, corrected counts, and looked at figures of trainers, the newest first',
    )
    .option('--gym <id>', 'only this gym')
    .option('--limit <n>', 'how many lines', whole, 50)
    .addHelpText('after', '\nExample:\n  turnout key audit --limit 20')
    .action((options: { readonly gym?: string; readonly limit: number }) =>
      showAudit(context, options.gym ?? null, options.limit),
    );
}

const ROLES_HELP = `
Roles:
  owner    everything of the gym
  manager  the figures of the gym
  trainer  only what one trainer taught
  free     the gym demo, 100 answers
  screen   the wall: rooms and next classes, no names of people, no money

Example:
  turnout key create --gym riverside --role trainer --trainer "Anna Kovacs"`;

function whole(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Expected a whole number, 1 to 999999999');
}
