/** `turnout init`: from nothing to a configuration that `turnout serve` takes, by questions or by flags. */

import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { Command } from 'commander';
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
import { messageOf, TurnoutError } from '../../errors.ts';
import { redactText } from '../../runtime/log/redaction.ts';
import { parseScheduleOffThread } from '../../service/parsing/thread.ts';
import { counted } from '../../web/words/format.ts';
import { filledIn, isAddress, probe, streamText } from '../address.ts';
import {
  addRows,
  type CliContext,
  command,
  EXIT,
  lines,
  type Printed,
  usageFault,
  type World,
} from '../command.ts';
import { fetchModel } from '../model.ts';
import { readSchedule } from '../schedule/import.ts';
import { runningUrl } from '../status/status.ts';
import { type Person, type Prompts, personAt } from '../terminal/prompts.ts';
import { columns } from '../terminal/table.ts';
import { planOf, type Trials } from './interview.ts';
import { type CameraPlan, type GymPlan, INIT_FLAGS, type InitFlags, planText } from './plan.ts';

export function registerInit(
  program: Command,
  context: CliContext,
  person: Person = personAt(context, 'A configuration for Turnout'),
): Command {
  const row = command({
    words: 'init',
    about: 'Set up a gym: asks for rooms, cameras and schedule, and writes turnout.yaml',
    flags: INIT_FLAGS,
    help: 'A password in the address of a camera goes into secrets.env in the data folder.',
    examples: [
      'turnout init',
      'turnout init --yes --gym "Riverside Fitness" --timezone Europe/London --room "Studio:20" \\',
      `  --camera 'studio=rtsp://viewer:$` + `{STUDIO_PASSWORD}@192.0.2.10/sub'`,
    ],
    answer: (world, flags) => init(world, flags, flags.yes ? null : person(flags)),
  });
  addRows(program, context, [row]);
  return program;
}

async function init(world: World, flags: InitFlags, prompts: Prompts | null): Promise<Printed> {
  const environment = readEnvironment();
  const { dataFolder, variables } = environment;
  const path = findConfig(environment) ?? resolve(CONFIG_NAME);
  const filled = (address: string) => filledIn(address, variables);
  const trials: Trials = {
    camera: async ({ id, typed }) => streamText(await probe(id, filled(typed), 'tcp')),
    schedule: (place, timezone) => openSchedule(isAddress(place) ? filled(place) : place, timezone),
  };
  const mayReplace = flags.force === true || (await mayReplaceOld(path, prompts));
  const plan = await planOf(prompts, flags, flags.test ? trials : null);
  const planned = plan.rooms.flatMap(({ cameras }) => cameras);
  const backup = await withSecrets(
    { dataFolder, configPath: path },
    { set: secretsOf(planned) },
    () => createConfig(path, planText(plan), { env: variables, mayReplace }),
  );
  const fetched = await tryFetch(world, flags.model);
  if (fetched.fault !== null) process.exitCode = EXIT.fault;
  const models = await listModels(modelsFolder(world.dataDir()));
  const installed = models.find((model) => model.installed !== null)?.name ?? null;
  const steps = nextSteps(plan, {
    // Read again: a password that was just stored is set.
    variables: environment.variables,
    secretsFile: secretsPath(dataFolder),
    hasModel: installed !== null,
    isRunning: (await runningUrl(world.dataDir())) !== null,
  });
  const { id, name, timezone, rooms } = plan;
  const cameras = rooms.flatMap((room) =>
    room.cameras.map((one) => ({ id: one.id, room: room.id })),
  );
  return [
    {
      config: path,
      kept: backup,
      gym: id,
      timezone,
      rooms: rooms.map((room) => ({ id: room.id, capacity: room.capacity })),
      cameras,
      variables: variablesOf(plan),
      model: { installed, fault: fetched.fault },
      next: steps.map(([command]) => command),
    },
    lines(
      `${path} is written: ${name} (gym ${id}), ${counted(rooms.length, 'room')}, ${counted(cameras.length, 'camera')}.`,
      backup !== null && `The old one is now ${backup}.`,
      fetched.lines,
      '',
      'Next:',
      columns(
        ['', ''],
        steps.map(([command, why]) => [`  ${command}`, `# ${why}`]),
      ),
    ),
  ];
}

function secretsOf(cameras: readonly CameraPlan[]): Record<string, string> {
  const secrets = cameras.flatMap(({ secret }) => secret ?? []);
  return Object.fromEntries(secrets.map(({ name, value }) => [name, value]));
}

/** Whether a file that is there may go. Throws where no one can be asked, before anything else is. */
async function mayReplaceOld(path: string, prompts: Prompts | null): Promise<boolean> {
  if (!existsSync(path)) return false;
  const isAgreed = await prompts?.confirm(
    `${path} exists. Replace it? (The old file stays next to it.)`,
    false,
  );
  if (isAgreed === true) return true;
  const hint = 'add to it with: turnout camera add; or replace it with --force';
  throw usageFault('init', 'no configuration yet', path, hint);
}

/** The configuration stands by then: a model that does not come is told, and the rest is done. */
async function tryFetch(
  context: CliContext,
  model: string | undefined,
): Promise<{ fault: string | null; lines: string[] }> {
  if (model === undefined) return { fault: null, lines: [] };
  try {
    await fetchModel(context, model);
    return { fault: null, lines: [`The model ${model} is installed.`] };
  } catch (error) {
    const fault = redactText(messageOf(error));
    const meanwhile = 'Meanwhile person counts, which comes with the program.';
    return { fault, lines: [`Not installed: ${fault}.`, meanwhile] };
  }
}

/** How much of a calendar counts as "holds classes", ms: what lies a season ahead or behind. Chosen here. */
const SEASON_MS = 13 * 7 * 86_400_000;

/** Reads a schedule as a server would. Rejects with `usage`, `feed_…` and `schedule_…`; no sentence holds an address. */
async function openSchedule(place: string, timezone: string): Promise<string> {
  if (!isAddress(place) && !existsSync(place)) {
    const got = `no file ${basename(place)}`;
    throw usageFault(
      'schedule',
      'a file that exists, or an address',
      got,
      'check its name and folder',
    );
  }
  const nowUtcMs = Date.now();
  const parsed = await parseScheduleOffThread(await readSchedule(place, process.stdin), {
    format: 'auto',
    timezone,
    columns: {},
    window: { fromUtcMs: nowUtcMs - SEASON_MS, toUtcMs: nowUtcMs + SEASON_MS },
    takesAllSingles: true,
    nowUtcMs,
  });
  const count = parsed.entries.length;
  if (count > 0) return counted(count, 'class', 'classes');
  const [{ expected, got } = { expected: 'at least one class', got: 'none' }] = parsed.faults;
  throw new TurnoutError('schedule_unreadable', {
    where: isAddress(place) ? 'schedule' : place,
    expected,
    got,
    hint: 'try it with: turnout schedule import --preview, which names the columns',
  });
}

interface Surroundings {
  /** Variables of the process and of `secrets.env`. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Where the variables of a service are written. */
  readonly secretsFile: string;
  readonly hasModel: boolean;
  /** Whether a server runs, which takes the configuration up by itself. */
  readonly isRunning: boolean;
}

/** Commands to go on with, and what each does. */
export function nextSteps(
  plan: GymPlan,
  { variables, secretsFile, hasModel, isRunning }: Surroundings,
): (readonly [command: string, why: string])[] {
  // Started by npx, the command is on no path.
  const turnout = variables['npm_command'] === 'exec' ? 'npx turnout' : 'turnout';
  const room = plan.rooms[0]?.id ?? 'studio';
  const camera = plan.rooms.flatMap(({ cameras }) => cameras)[0]?.id;
  const unset = variablesOf(plan).filter((name) => !variables[name]);
  const model = BETTER_MODEL_COMMAND.replace('turnout ', '');
  const commands: readonly (readonly [command: string, why: string])[] = [
    ...(hasModel ? [] : [[model, 'counts better than person'] as const]),
    camera === undefined
      ? [`camera add ${room} rtsp://… --room ${room}`, 'connects to it first']
      : [`camera test ${camera}`, 'counts for ten seconds, writes camera-test.png'],
    ...(plan.schedule === null
      ? [['schedule import classes.ics', 'or .csv, .xlsx, .json'] as const]
      : []),
    isRunning
      ? ['setup-code', 'a code to sign in with, from the running server, which has loaded this']
      : ['serve', 'shows the address, and a code to sign in with'],
    ['status', 'in another terminal: cameras, counts, detector'],
  ];
  const exported = 'before each start; for a service write';
  return [
    ...unset.map(
      (name) => [`export ${name}=…`, `${exported} ${name}=… into ${secretsFile}`] as const,
    ),
    ...commands.map(([command, why]) => [`${turnout} ${command}`, why] as const),
  ];
}

/** Names of the variables that the plan wants set. */
function variablesOf({ rooms, schedule }: GymPlan): string[] {
  const urls = [...rooms.flatMap(({ cameras }) => cameras.map(({ url }) => url)), schedule ?? ''];
  return [...new Set(urls.flatMap(variablesIn))];
}
