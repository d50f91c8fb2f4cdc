/** Checks of what belongs to this installation: data folder, configuration, port, models, cameras. */

import { access, constants, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Check } from 'typebox/schema';
import { listenError } from '../../api/http/listen.ts';
import { STATUS } from '../../api/schemas/status.ts';
import { type BackupConfig, type Config, placedCameras } from '../../config/config.ts';
import { readEnvironment, unsetIn, unsetSentence } from '../../config/environment.ts';
import { openConfig } from '../../config/load.ts';
import { pluginName } from '../../detectors/registry.ts';
import { CAMERA_STATES, isCameraFine } from '../../engine/cameras/state.ts';
import {
  BETTER_MODEL_COMMAND,
  buildBest,
  configuredDetectors,
  strayOptions,
  weaknessOf,
} from '../../engine/counting/configured-detectors.ts';
import { listModels, modelsFolder } from '../../engine/models/installed.ts';
import type { DetectorFacts } from '../../engine/pool/sampler.ts';
import { isTurnoutError, messageOf } from '../../errors.ts';
import { redactText } from '../../runtime/log/redaction.ts';
import { OVERDUE_PERIODS } from '../../service/backups.ts';
import { backupsIn } from '../../store/backup/create.ts';
import { withReason } from '../../store/history/faults.ts';
import { inspectFileSystem } from '../../store/history/folder/lock.ts';
import { checkDatabase } from '../../store/history/open.ts';
import { age, counted } from '../../web/words/format.ts';
import { lanesOf } from '../analyze.ts';
import type { CliContext } from '../command.ts';

/** Whether the folder can be written, and lies on a disk of this computer. */
export function checkDataFolder(dir: string): Promise<Finding> {
  const name = 'data folder';
  const hint = 'make it writeable for this user, or set TURNOUT_DATA to another one';
  return trying(name, hint, async () => {
    // Not the lock file nor the database: opening and closing those would drop the locks of a process that owns them.
    const trial = join(dir, `doctor-${process.pid}.tmp`);
    await withReason(dir, async () => {
      await mkdir(dir, { recursive: true });
      await writeFile(trial, 'turnout doctor').finally(() => rm(trial, { force: true }));
    });
    const { kind, name: system } = await inspectFileSystem(dir);
    if (kind === 'network') {
      const detail = `${dir} is on a network share (${system})`;
      return broken(name, detail, 'set TURNOUT_DATA to a folder on a local disk');
    }
    await checkDatabase(dir);
    return kind === 'unclear'
      ? warning(name, `${dir} is on ${system}`, 'make sure that it is a local disk')
      : ok(name, `${dir} can be written`);
  });
}

/** The configuration with what is wrong with it; null where it cannot be taken. */
export async function checkConfig(): Promise<{ finding: Finding; config: Config | null }> {
  const name = 'configuration';
  let config: Config | null = null;
  const finding = await trying(name, 'correct the file', async () => {
    config = await openConfig(readEnvironment());
    const cameras = counted(placedCameras(config).length, 'camera');
    const about = `${config.path ?? 'none, the demo is served'}: ${cameras}`;
    const unset = unsetIn(config);
    if (unset.length === 0) return ok(name, about);
    return warning(name, `${about}; not set here: ${unset.join(', ')}`, unsetSentence(unset).hint);
  });
  return { finding, config };
}

/** Whether backups can be written where the configuration wants them, and there is a new one. */
export function checkBackups({ to, everyMs }: BackupConfig): Promise<Finding> {
  const name = 'backups';
  return trying(name, 'make the folder of backup.to, for the user of the server', async () => {
    await access(to, constants.W_OK);
    const [newest] = await backupsIn(to);
    const ageMs = Date.now() - (newest?.atUtcMs ?? Number.NEGATIVE_INFINITY);
    if (ageMs <= OVERDUE_PERIODS * everyMs)
      return ok(name, `the newest is ${age(ageMs / 1_000)} old`);
    const detail = newest ? `the newest is ${age(ageMs / 1_000)} old` : 'none yet';
    return warning(name, detail, 'turnout status shows why; the server must run for them');
  });
}

/** Whether the server could listen. A server of our own that does so already is fine. */
export async function checkPort({ host, port }: Config['server'], runningAt: string | null) {
  const name = 'port';
  if (runningAt !== null) {
    return ok(name, `the server runs at ${runningAt}`);
  }
  const error = await listenError(host, port);
  if (error === null) return ok(name, port === 0 ? 'any free one' : `${port} is free`);
  const { code = 'unknown' } = error;
  return code === 'EADDRINUSE'
    ? broken(name, `${port} is in use`, 'stop the other program, or set PORT')
    : broken(name, `cannot listen on ${port}: ${code}`, 'correct server.host and server.port');
}

/** Whether every detector of the configuration can be loaded, with its options; a finding for each. */
export async function checkDetectors(context: CliContext, config: Config): Promise<Finding[]> {
  const name = 'detector';
  const folders = { fromDir: process.cwd(), modelsDir: modelsFolder(context.dataDir()) };
  const configured = await configuredDetectors(config, folders);
  // One that hangs is given up after the time that the server gives it.
  const lanes = lanesOf(1, config, config.sampling.taskTimeoutMs);
  const load = ({ choice, cameras }: (typeof configured)[number]) => {
    const reference = pluginName(choice.plugin);
    const used = cameras.length === 0 ? 'the default' : `for ${cameras.join(', ')}`;
    return buildBest(lanes, choice).then(
      ({ facts }) => ok(name, `${factsText(facts)}, ${used}`),
      (error: unknown) => {
        const hint = 'correct detectors in the file; turnout detectors check shows more';
        return broken(name, `${reference}, ${used}: ${redactText(messageOf(error))}`, hint);
      },
    );
  };
  const loaded = await Promise.all(configured.map(load)).finally(() => lanes.close());
  const stray = strayOptions(config).map((option) => {
    const detail = `detectors.options has ${pluginName(option)}, which no camera names`;
    return warning(name, detail, 'write options under the name that detector has in the file');
  });
  return [...loaded, ...stray];
}

/** `gfl 1.0.0 with picodet-s-416, input 416 x 416 on cpu`: what a detector says of itself. */
function factsText({ name, version, model, input, provider }: DetectorFacts): string {
  const withModel = model === null ? '' : ` with ${model}`;
  const on = provider === null ? '' : ` on ${provider}`;
  return `${name} ${version}${withModel}, input ${input.width} x ${input.height}${on}`;
}

export function checkModels(dataDir: string, isDemo: boolean): Promise<Finding> {
  const name = 'models';
  return trying(name, 'make the folder "models" of the data folder readable', async () => {
    const models = await listModels(modelsFolder(dataDir));
    const installed = models.filter((one) => one.installed !== null);
    if (installed.length > 0) return ok(name, installed.map((one) => one.name).join(', '));
    if (isDemo) return ok(name, 'none is installed; the demo needs none');
    const detail = `none is installed: person counts, which comes with the program; ${weaknessOf('person')}`;
    return warning(name, detail, BETTER_MODEL_COMMAND);
  });
}

/** What the running server says of its cameras and the MQTT broker. A camera that does not answer is nothing wrong with this computer. */
export async function checkRunning(url: string | null): Promise<readonly Finding[]> {
  const name = 'cameras';
  if (url === null) {
    return [ok(name, 'no server is running; try one with: turnout camera test ID')];
  }
  const response = fetch(`${url}/v1/status`, { signal: AbortSignal.timeout(ANSWER_MS) });
  const status: unknown = await response.then((answer) => answer.json()).catch(() => null);
  if (!Check(STATUS, status)) {
    return [warning(name, 'the running server does not answer as this version does', 'restart it')];
  }
  const { total, by_state: byState } = status.cameras;
  const bad = CAMERA_STATES.filter((state) => !isCameraFine(state) && (byState[state] ?? 0) > 0);
  const list = bad.map((state) => `${byState[state]} of ${total} ${state}`).join(', ');
  const failing = status.mqtt?.failing ?? 0;
  const broker = `${failing} of ${counted(status.mqtt?.total ?? 0, 'gym')} can't reach the broker`;
  const hint = 'turnout status shows what to do about each';
  return [
    list === '' ? ok(name, `${counted(total, 'camera')}, none in need`) : warning(name, list, hint),
    ...(failing === 0 ? [] : [warning('mqtt', broker, 'turnout status shows why')]),
  ];
}

/** Longest wait for an answer, ms. Chosen here: status is answered from memory. */
const ANSWER_MS = 5_000;

export interface Finding {
  /** What was looked at. */
  readonly name: string;
  /** `broken` makes the command fail; `warning` works, but not as well as it could. */
  readonly state: 'ok' | 'warning' | 'broken';
  /** What was found, without addresses. */
  readonly detail: string;
  /** What to do about it; null where nothing is. */
  readonly hint: string | null;
}

export function ok(name: string, detail: string): Finding {
  return { name, state: 'ok', detail, hint: null };
}

export function warning(name: string, detail: string, hint: string): Finding {
  return { name, state: 'warning', detail, hint };
}

export function broken(name: string, detail: string, hint: string): Finding {
  return { name, state: 'broken', detail, hint };
}

/** What a look finds; what it throws is what is broken. */
export async function trying(name: string, hint: string, look: () => Promise<Finding> | Finding) {
  try {
    return await look();
  } catch (error) {
    const own = isTurnoutError(error) ? error.parts.hint : undefined;
    return broken(name, redactText(messageOf(error)).replace(`; ${own}`, ''), own ?? hint);
  }
}
