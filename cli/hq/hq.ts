/** `turnout hq`: a head office for many boxes. Its database is loaded by these commands alone. */

import { type Command, InvalidArgumentError, Option } from 'commander';
import type { CliContext } from '../context.ts';
import type { KeyOptions } from './keys.ts';

interface GymOptions {
  readonly name?: string;
  readonly group: readonly string[];
}

export function registerHq(program: Command, context: CliContext): void {
  const group = program
    .command('hq')
    .description('Serve a head office: the API of all gyms that joined it, over PostgreSQL')
    .addHelpText('after', ENVIRONMENT_HELP)
    .action(async () => (await import('./serve.ts')).serveHeadOffice(context));
  registerGyms(group, context);
  registerBoxes(group, context);
  registerKeys(group, context);
}

function registerGyms(group: Command, context: CliContext): void {
  const gym = group
    .command('gym')
    .description('Add, list, change and remove the gyms of the chain')
    .addHelpText('after', '\nExample:\n  turnout hq gym list');
  gym
    .command('add')
    .description('Add gyms, and show the command with which the box of each joins')
    .argument(
      '<ids...>',
      'gym_id of each, the same as in turnout.yaml of its box: a-z, 0-9 and "-"',
    )
    .option('--name <text>', 'name of one gym for people; default: the id')
    .option(
      '--group <name>',
      'a group that they belong to; may be given several times',
      collect,
      [],
    )
    .addHelpText(
      'after',
      '\nExample:\n  turnout hq gym add riverside --name Riverside --group south',
    )
    .action(async (ids: string[], options: GymOptions) =>
      (await import('./gyms.ts')).addGyms(context, ids, options),
    );
  gym
    .command('list')
    .description('Show all gyms, and when their boxes last sent something')
    .addHelpText('after', '\nExample:\n  turnout hq gym list')
    .action(async () => (await import('./gyms.ts')).listGyms(context));
  gym
    .command('rename')
    .description('Give a gym another name; its id stays')
    .argument('<id>', 'its gym_id')
    .argument('<name>', 'its name for people')
    .addHelpText('after', '\nExample:\n  turnout hq gym rename riverside "Riverside Studios"')
    .action(async (id: string, name: string) =>
      (await import('./gyms.ts')).changeGymCommand(context, id, { name }),
    );
  gym
    .command('group')
    .description('Put a gym into these groups, and no others')
    .argument('<id>', 'its gym_id')
    .argument('[names...]', 'its groups; none takes it out of all')
    .addHelpText('after', '\nExample:\n  turnout hq gym group riverside south large')
    .action(async (id: string, groups: string[]) =>
      (await import('./gyms.ts')).changeGymCommand(context, id, { groups }),
    );
  gym
    .command('empty')
    .description('Forget what the box of a gym sent; it sends everything again')
    .argument('<id>', 'its gym_id')
    .addHelpText('after', '\nExample:\n  turnout hq gym empty riverside')
    .action(async (id: string) => (await import('./gyms.ts')).emptyGymCommand(context, id));
  gym
    .command('remove')
    .description('Remove a gym and all that its box sent; the box keeps what it has')
    .argument('<id>', 'its gym_id')
    .addHelpText('after', '\nExample:\n  turnout hq gym remove riverside')
    .action(async (id: string) => (await import('./gyms.ts')).removeGymCommand(context, id));
}

function registerBoxes(group: Command, context: CliContext): void {
  group
    .command('token')
    .description('Make a token with which a box joins for a gym: one use, 24 hours')
    .argument('<gym>', 'its gym_id')
    .addHelpText('after', '\nExample:\n  turnout hq token riverside')
    .action(async (gym: string) => (await import('./boxes.ts')).makeToken(context, gym));
  const box = group
    .command('box')
    .description('List and revoke the boxes that joined')
    .addHelpText('after', '\nExample:\n  turnout hq box list');
  box
    .command('list')
    .description('Show all boxes, the newest first')
    .addHelpText('after', '\nExample:\n  turnout hq box list')
    .action(async () => (await import('./boxes.ts')).listBoxes(context));
  box
    .command('revoke')
    .description('Shut a box out; what it sent stays')
    .argument('<box>', 'its id, see: turnout hq box list')
    .addHelpText('after', '\nExample:\n  turnout hq box revoke box_7f3a9c')
    .action(async (id: string) => (await import('./boxes.ts')).shutOut(context, id));
}

function registerKeys(group: Command, context: CliContext): void {
  const key = group
    .command('key')
    .description('Make, list and revoke keys of the head office')
    .addHelpText('after', '\nExample:\n  turnout hq key list');
  key
    .command('create')
    .description('Make a key for some gyms and show it once')
    .addOption(
      new Option('--role <role>', 'what it may see of them')
        .choices(['owner', 'manager'])
        .makeOptionMandatory(),
    )
    .option('--gym <id>', 'a gym that it may see; may be given several times', collect, [])
    .option('--group <name>', 'all gyms of a group, those too that join it later')
    .option('--all', 'all gyms')
    .option('--label <text>', 'what you call it, for lists')
    .option('--lookups <n>', 'how many answers it is good for; default: no limit', whole)
    .addHelpText('after', '\nExample:\n  turnout hq key create --role manager --group south')
    .action(async (options: KeyOptions) =>
      (await import('./keys.ts')).createHqKey(context, options),
    );
  key
    .command('list')
    .description('Show all keys by their first 8 characters, the newest first')
    .addHelpText('after', '\nExample:\n  turnout hq key list')
    .action(async () => (await import('./keys.ts')).listHqKeys(context));
  key
    .command('revoke')
    .description('End a key; every node refuses it within seconds')
    .argument('<key>', 'its id or its first 8 characters, see: turnout hq key list')
    .addHelpText('after', '\nExample:\n  turnout hq key revoke tk_9fK2a')
    .action(async (id: string) => (await import('./keys.ts')).revokeHqKey(context, id));
}

function collect(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}

function whole(text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= 1) return number;
  throw new InvalidArgumentError('expected a whole number from 1');
}

const ENVIRONMENT_HELP = `
Environment:
  TURNOUT_HQ_DATABASE  PostgreSQL: postgres://user:password@host/database
  TURNOUT_HQ_URL       public address of the service, https
  TURNOUT_HQ_PROXIES   addresses of proxies that are believed, by commas
  HOST, PORT           where it listens, default 127.0.0.1:8080

Example:
  TURNOUT_HQ_DATABASE=postgres://turnout@db.example/turnout turnout hq`;
