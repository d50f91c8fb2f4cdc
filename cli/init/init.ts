/** `turnout init`: from nothing to a configuration that `turnout serve` takes, by questions or by flags. */

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { createConfig } from '../../config/edit.ts';
import { CONFIG_NAME, findConfig, readEnvironment, secretsPath } from '../../config/environment.ts';
import { withSecrets } from '../../config/secrets.ts';
import { modelsFolder } from '../../engine/models/resolve.ts';
import { messageOf } from '../../errors.ts';
import { redactText } from '../../runtime/log/redaction.ts';
import { isAddress } from '../address.ts';
import { lookAround } from '../camera/find.ts';
import { filledIn, probe, streamText } from '../camera/probe.ts';
import type { CliContext } from '../context.ts';
import { EXIT } from '../fault.ts';
import { fetchModel } from '../model/fetch.ts';
import { runningUrl } from '../server-link.ts';
import { counted } from '../terminal/counted.ts';
import { type InitFlags, planOfFlags } from './flags.ts';
import { interview, type Trials } from './interview.ts';
import { OFFERED, offerOf, offerText } from './model-offer.ts';
import { nextSteps, stepLines, variablesOf } from './next-steps.ts';
import type { GymPlan } from './plan.ts';
import { planText } from './plan-text.ts';
import { type Prompts, terminalPrompts } from './prompts.ts';
import { openSchedule } from './schedule.ts';
import { usageFault } from './usage-fault.ts';

/** @param prompts whom to ask; null where no one can be. */
export function registerInit(
  program: Command,
  context: CliContext,
  prompts: () => Prompts | null = () =>
    context.isTerminal && process.stdin.isTTY
      ? terminalPrompts(context, 'A configuration for Turnout')
      : null,
): void {
  program
    .command('init')
    .description('Set up a gym: asks for rooms, cameras and schedule, and writes turnout.yaml')
    .option('--gym <name>', 'what the gym is called')
    .option(
      '--timezone <zone>',
      'its time zone, such as Europe/London; default: that of this computer unless it is UTC',
    )
    .option('--room <name:people>', 'a room and how many it holds; may be repeated', list, [])
    .option('--camera <room=address>', 'a camera and the room it sees; may be repeated', list, [])
    .option(
      '--schedule <address-or-file>',
      'where the classes are read from: .ics, .csv, .xlsx or .json',
    )
    .option('--model <name>', 'fetch and install this model: yolox-nano is recommended')
    .option('--no-test', 'write cameras and schedule down without trying them first')
    .option('--yes', 'ask nothing: flags, and defaults for the rest')
    .option('--force', 'replace an existing configuration; the old one stays next to it')
    .addHelpText('after', EXAMPLE)
    .action((flags: InitFlags & { json?: true }) => init(context, flags, prompts));
}

const EXAMPLE =
  '\nExample:\n  turnout init\n' +
  '  turnout init --yes --gym "Riverside Fitness" --timezone Europe/London --room "Studio:20" \\\n' +
  "    --camera 'studio=rtsp://viewer:$" +
  "{STUDIO_PASSWORD}@192.0.2.10/sub'";

/** How long cameras of this network are waited for, ms: as `turnout camera find` does. */
const LOOK_MS = 3_000;

function list(text: string, before: readonly string[]): string[] {
  return [...before, text];
}

async function init(
  context: CliContext,
  flags: InitFlags & { json?: true },
  prompts: () => Prompts | null,
): Promise<void> {
  const environment = readEnvironment();
  const path = findConfig(environment) ?? resolve(CONFIG_NAME);
  const trials: Trials = {
    camera: {
      isWanted: flags.test,
      connect: async (id, url) =>
        streamText(await probe(id, filledIn(url, environment.variables), 'tcp')),
      look: (login) => lookAround(null, login, { wait: LOOK_MS, rtspPort: 554 }),
    },
    schedule: {
      isWanted: flags.test,
      open: (place, timezone) =>
        openSchedule(isAddress(place) ? filledIn(place, environment.variables) : place, timezone),
    },
  };
  const asked = flags.yes || flags.json ? null : prompts();
  const mayReplace = flags.force === true || (await mayReplaceOld(path, asked));
  const plan =
    asked === null
      ? await tried(planOfFlags(flags), trials)
      : await interview(asked, flags, trials);
  const model = flags.model ?? (await agreedModel(context, asked));
  const backup = await withSecrets(
    { dataFolder: environment.dataFolder, configPath: path },
    { set: secretsOf(plan) },
    () => createConfig(path, planText(plan), { env: environment.variables, mayReplace }),
  );
  const fetched = await tryFetch(context, model);
  if (fetched.fault !== null && flags.model !== undefined) process.exitCode = EXIT.fault;
  const { installed } = await offerOf(modelsFolder(context.dataDir()));
  const steps = nextSteps(plan, {
    variables: environment.variables,
    secretsFile: secretsPath(environment.dataFolder),
    hasModel: installed !== null,
    isRunning: (await runningUrl(context.dataDir())) !== null,
  });
  context.print(
    {
      config: path,
      kept: backup,
      gym: plan.id,
      timezone: plan.timezone,
      rooms: plan.rooms.map(({ id, capacity }) => ({ id, capacity })),
      cameras: plan.rooms.flatMap(({ id: room, cameras }) =>
        cameras.map(({ id }) => ({ id, room })),
      ),
      variables: variablesOf(plan),
      model: { installed, fault: fetched.fault },
      next: steps.map(({ command }) => command),
    },
    [...doneLines(plan, path, backup), ...fetched.lines, '', 'Next:', ...stepLines(steps)].join(
      '\n',
    ),
  );
}

function secretsOf({ rooms }: GymPlan): Record<string, string> {
  const cameras = rooms.flatMap((room) => room.cameras);
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

/** The same plan, once each of its cameras has answered and its schedule was read. Throws why the first one does not. */
async function tried(plan: GymPlan, { camera, schedule }: Trials): Promise<GymPlan> {
  if (camera.isWanted) {
    for (const { id, url } of plan.rooms.flatMap(({ cameras }) => cameras)) {
      await camera.connect(id, url);
    }
  }
  if (schedule.isWanted && plan.schedule !== null) {
    await schedule.open(plan.schedule, plan.timezone);
  }
  return plan;
}

async function agreedModel(context: CliContext, prompts: Prompts | null): Promise<string | null> {
  if (prompts === null) return null;
  const { installed, offered } = await offerOf(modelsFolder(context.dataDir()));
  if (installed !== null || offered === null) return null;
  prompts.say(offerText(offered));
  const isAgreed = await prompts.confirm(`Fetch ${OFFERED} now? It can also be done later.`, true);
  return isAgreed ? OFFERED : null;
}

/** The configuration stands by then: a model that does not come is told, and the rest is done. */
async function tryFetch(
  context: CliContext,
  model: string | null,
): Promise<{ fault: string | null; lines: string[] }> {
  if (model === null) return { fault: null, lines: [] };
  try {
    await fetchModel(context, model);
    return { fault: null, lines: [`The model ${model} is installed.`] };
  } catch (error) {
    const fault = redactText(messageOf(error));
    const meanwhile = 'Meanwhile person counts, which comes with the program.';
    return { fault, lines: [`Not installed: ${fault}.`, meanwhile] };
  }
}

function doneLines({ name, id, rooms }: GymPlan, path: string, backup: string | null): string[] {
  const cameras = rooms.flatMap((room) => room.cameras).length;
  const amounts = `${counted(rooms.length, 'room')}, ${counted(cameras, 'camera')}`;
  return [
    `${path} is written: ${name} (gym ${id}), ${amounts}.`,
    ...(backup === null ? [] : [`The old one is now ${backup}.`]),
  ];
}
