/** `turnout init`: from nothing to a configuration that `turnout serve` takes, by questions or by flags. */

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { createConfig } from '../../config/edit.ts';
import {
  CONFIG_NAME,
  findConfig,
  readEnvironment,
  secretsPath,
  variablesIn,
} from '../../config/environment.ts';
import { withSecrets } from '../../config/secrets.ts';
import { BETTER_MODEL_COMMAND } from '../../engine/counting/configured-detectors.ts';
import { listModels, modelsFolder } from '../../engine/models/installed.ts';
import { counted } from '../../web/words/format.ts';
import { command, lines, type Printed, type Prompts, usageFault, type World } from '../command.ts';
import { runningUrl } from '../status/status.ts';
import { columns } from '../terminal/table.ts';
import { entryOf, type GymPlan, INIT_FLAGS, type InitFlags, planOf } from './plan.ts';

export const INIT = command({
  words: 'init',
  about: 'Set up a gym: asks for rooms, cameras and schedule, and writes turnout.yaml',
  flags: INIT_FLAGS,
  help: 'A password in the address of a camera goes into secrets.env in the data folder.',
  examples: [
    'turnout init',
    'turnout init --yes --gym "Riverside Fitness" --timezone Europe/London --room "Studio:20"',
  ],
  answer: (world, flags) =>
    init(world, flags, flags.yes ? null : world.person('A configuration for Turnout')),
});

async function init(world: World, flags: InitFlags, prompts: Prompts | null): Promise<Printed> {
  const environment = readEnvironment();
  const { dataFolder, variables } = environment;
  const path = findConfig(environment) ?? resolve(CONFIG_NAME);
  if (flags.force !== true && existsSync(path)) await mayReplace(path, prompts);
  const plan = await planOf(prompts, flags);
  const { id, name, timezone, rooms } = plan;
  const planned = rooms.flatMap((room) => room.cameras.map((one) => ({ ...one, room: room.id })));
  const set = Object.assign({}, ...planned.map(({ secrets }) => secrets));
  const backup = await withSecrets({ dataFolder, configPath: path }, { set }, () =>
    createConfig(path, entryOf(plan), variables),
  );
  const models = await listModels(modelsFolder(world.dataDir()));
  const installed = models.find((model) => model.installed !== null)?.name ?? null;
  const steps = nextSteps(plan, {
    // Read again: a password that was just stored is set.
    variables: environment.variables,
    secretsFile: secretsPath(dataFolder),
    hasModel: installed !== null,
    isRunning: (await runningUrl(world.dataDir())) !== null,
  });
  return [
    {
      config: path,
      kept: backup,
      gym: id,
      timezone,
      rooms: rooms.map((room) => ({ id: room.id, capacity: room.capacity })),
      cameras: planned.map((one) => ({ id: one.id, room: one.room })),
      variables: variablesOf(plan),
      model: { installed },
      next: steps.map(([command]) => command),
    },
    lines(
      `${path} is written: ${name} (gym ${id}), ${counted(rooms.length, 'room')}, ${counted(planned.length, 'camera')}.`,
      backup !== null && `The old one is now ${backup}.`,
      '',
      'Next:',
      columns(
        ['', ''],
        steps.map(([command, why]) => [`  ${command}`, `# ${why}`]),
      ),
    ),
  ];
}

/** Throws where the file that is there must stay, before anything else is asked. */
async function mayReplace(path: string, prompts: Prompts | null): Promise<void> {
  const question = `${path} exists. Replace it? (The old file stays next to it.)`;
  if ((await prompts?.confirm(question)) === true) return;
  const hint = 'add to it with: turnout camera add; or replace it with --force';
  throw usageFault('init', 'no configuration yet', path, hint);
}

interface Found {
  /** Variables of the process and of `secrets.env`. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Where the variables of a service are written. */
  readonly secretsFile: string;
  readonly hasModel: boolean;
  /** Whether a server runs, which takes the configuration up by itself. */
  readonly isRunning: boolean;
}

/** Commands to go on with, and what each does. */
export function nextSteps(plan: GymPlan, found: Found): [command: string, why: string][] {
  const { variables, secretsFile } = found;
  // Started by npx, the command is on no path.
  const turnout = variables['npm_command'] === 'exec' ? 'npx turnout' : 'turnout';
  const room = plan.rooms[0]?.id ?? 'studio';
  const camera = plan.rooms.flatMap(({ cameras }) => cameras)[0]?.id;
  const steps: [command: string, why: string][] = variablesOf(plan)
    .filter((name) => !variables[name])
    .map((name) => [
      `export ${name}=…`,
      `before each start; for a service write ${name}=… into ${secretsFile}`,
    ]);
  const step = (command: string, why: string) => steps.push([`${turnout} ${command}`, why]);
  if (!found.hasModel) {
    step(BETTER_MODEL_COMMAND.replace('turnout ', ''), 'counts better than person');
  }
  if (camera === undefined)
    step(`camera add ${room} rtsp://… --room ${room}`, 'connects to it first');
  else step(`camera test ${camera}`, 'counts for ten seconds, writes camera-test.png');
  if (plan.schedule === null) step('schedule import classes.ics', 'or .csv, .xlsx, .json');
  if (found.isRunning) {
    step('setup-code', 'a code to sign in with, from the running server, which has loaded this');
  } else step('serve', 'shows the address, and a code to sign in with');
  step('status', 'in another terminal: cameras, counts, detector');
  return steps;
}

/** Names of the variables that the plan wants set. */
function variablesOf({ rooms, schedule }: GymPlan): string[] {
  const urls = [...rooms.flatMap(({ cameras }) => cameras.map(({ url }) => url)), schedule ?? ''];
  return [...new Set(urls.flatMap(variablesIn))];
}
