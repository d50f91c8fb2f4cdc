/** Models installed for an owner at a browser: one at a time, with its progress, and broken off when they want. */

import { link, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Size } from '../../../detectors/picture.ts';
import { type InstallOptions, installModel } from '../../../engine/models/install.ts';
import { modelEntry, modelFile } from '../../../engine/models/installed.ts';
import type { ModelEntry } from '../../../engine/models/list.ts';
import { buildApart, type TrialLimits } from '../../../engine/trials.ts';
import { isTurnoutError, TurnoutError } from '../../../errors.ts';
import type { Log } from '../../../runtime/log/log.ts';

export interface Install {
  readonly model: string;
  readonly state: 'running' | 'installed' | 'failed' | 'cancelled';
  readonly receivedBytes: number;
  /** Null where the server does not say, or before it has answered. */
  readonly totalBytes: number | null;
  /** Why it failed, and what to do; null where it did not. */
  readonly fault: TurnoutError | null;
}

export interface InstallsParts {
  readonly modelsDir: string;
  readonly limits: () => TrialLimits;
  /** Has the cameras take up what is installed. */
  readonly takeUp: () => Promise<void>;
  readonly log: Log;
  /** For tests. */
  readonly install?: Pick<InstallOptions, 'fetch' | 'models'>;
}

const NOTHING = { receivedBytes: 0, totalBytes: null, fault: null };

export function createInstalls({ modelsDir, limits, takeUp, log, install }: InstallsParts) {
  /** The last of each model, since the start. */
  const states = new Map<string, Install>();
  let running: { readonly model: string; readonly stop: AbortController } | null = null;
  let ended: Promise<void> = Promise.resolve();
  const entryOf = (model: string) => modelEntry(model, install?.models);
  const note = (now: Install): Install => {
    // The newest is the last of all.
    states.delete(now.model);
    states.set(now.model, now);
    return now;
  };
  /** In a worker, under the name of the model: the thread that answers requests opens none. */
  const open = async (
    { name: model, detector: plugin }: ModelEntry,
    file: string,
  ): Promise<Size> => {
    const folder = join(modelsDir, `.opened-${process.pid}`);
    await mkdir(folder, { recursive: true });
    try {
      await link(file, modelFile(folder, model));
      const choice = { plugin, options: { model }, fromDir: '.', modelsDir: folder };
      return (await buildApart(choice, { limits: limits(), log })).input;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
  const run = async (entry: ModelEntry, signal: AbortSignal): Promise<void> => {
    const { name: model } = entry;
    try {
      const { sizeBytes } = await installModel(model, {
        ...install,
        modelsDir,
        signal,
        open: (file) => open(entry, file),
        onProgress: (sizes) => void note({ ...NOTHING, model, state: 'running', ...sizes }),
      });
      await takeUp();
      const sizes = { receivedBytes: sizeBytes, totalBytes: sizeBytes };
      note({ ...NOTHING, model, state: 'installed', ...sizes });
      log.info('model_installed', { model });
    } catch (error) {
      if (!signal.aborted && !isTurnoutError(error)) log.error('model_install_failed', { error });
      const so = { ...NOTHING, ...states.get(model), model };
      if (signal.aborted) note({ ...so, state: 'cancelled' });
      else note({ ...so, state: 'failed', fault: faultOf(error, entry) });
    } finally {
      running = null;
    }
  };
  /** Null where nobody has installed it since the start. Throws `model_unknown`. */
  const of = (model: string): Install | null => states.get(entryOf(model).name) ?? null;
  return {
    of,
    /**
     * Begins to install a model of the list; one that is being installed goes on. Throws `model_unknown`,
     * `model_missing` where no file of it is published, and `install_running` while another one is installed.
     */
    begin: (model: string): Install => {
      const entry = entryOf(model);
      if (entry.address === null) throw unpublished(entry);
      if (running !== null && running.model !== model) throw busy(running.model);
      const known = states.get(model);
      if (running !== null && known !== undefined) return known;
      const stop = new AbortController();
      running = { model, stop };
      const begun = note({ ...NOTHING, model, state: 'running' });
      ended = run(entry, stop.signal);
      return begun;
    },
    /** What is installed now, or was last; null for nothing since the start. */
    last: (): Install | null => [...states.values()].at(-1) ?? null,
    /** Breaks an installation off; what has arrived is removed. Null where none is under way. */
    cancel: async (model: string): Promise<Install | null> => {
      if (running?.model !== model) return null;
      running.stop.abort(new Error('cancelled'));
      await ended;
      return of(model);
    },
    /** Breaks off what is under way. */
    stop: async (): Promise<void> => {
      running?.stop.abort(new Error('stopping'));
      await ended;
    },
  };
}

/** What to do is said for someone at a browser. */
function faultOf(error: unknown, { name }: ModelEntry): TurnoutError {
  if (!isTurnoutError(error)) {
    const got = 'a fault in Turnout itself; the log has its cause';
    const parts = { where: `model ${name}`, expected: 'it to be installed', got };
    return new TurnoutError('internal_error', parts);
  }
  if (error.code !== 'model_download_failed') return error;
  return new TurnoutError(error.code, {
    ...error.parts,
    hint: `check the internet connection of the computer that runs Turnout, and try again; without one, fetch the file elsewhere and run turnout model install ${name} --from FILE`,
  });
}

function unpublished({ name, source }: ModelEntry): TurnoutError {
  const expected = 'a published ONNX file';
  const got = 'none: the project publishes it in another format only';
  const hint = `make or find the file (${source}) and run turnout model install ${name} --from FILE`;
  return new TurnoutError('model_missing', { where: `model ${name}`, expected, got, hint });
}

function busy(model: string): TurnoutError {
  const expected = 'one installation at a time';
  const got = `${model}, which is being installed`;
  const hint = 'wait until it is installed, or cancel it';
  return new TurnoutError('install_running', { where: 'models', expected, got, hint });
}
