/** Tries a provider in a process of its own. */

import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { OnnxProvider } from '../../detectors/env.ts';
import type { OfferedRuntime } from '../../detectors/onnx/trial/offered.ts';
import { workerModule } from '../../runtime/worker-module.ts';

/** What the process says of it. */
export type TrialReport = { readonly runtime: OfferedRuntime } & (
  | { readonly outcome: 'works'; readonly lookMs: number }
  | { readonly outcome: 'fails'; readonly reason: string }
  | { readonly outcome: 'not_offered' }
);

export type Trial =
  | TrialReport
  /** The process ended without a word. */
  | { readonly runtime: null; readonly outcome: 'fails'; readonly reason: string };

/**
 * Longest time for it, ms. Chosen here: a driver starts in some seconds, and TensorRT builds its own form of a small model
 * in about a minute.
 */
const LIMIT_MS = 120_000;

export type TryProvider = (provider: OnnxProvider) => Promise<Trial>;

/** Never rejects: what goes wrong is what was found out. */
export const tryApart: TryProvider = (provider) => {
  const { url, execArgv } = workerModule('engine/providers/child');
  const child = fork(fileURLToPath(url), [provider], {
    // What drivers print is not for the log; what they fail with comes as the reason.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: [...process.execArgv, ...execArgv],
    timeout: LIMIT_MS,
    killSignal: 'SIGKILL',
  });
  return new Promise((resolve) => {
    const failed = (reason: string) => resolve({ runtime: null, outcome: 'fails', reason });
    child.once('message', (report: TrialReport) => resolve(report));
    child.once('error', ({ message }) => failed(message));
    child.once('exit', (code, signal) =>
      failed(child.killed ? `it did not answer within ${LIMIT_MS / 1000} s` : endOf(code, signal)),
    );
  });
};

function endOf(code: number | null, signal: string | null): string {
  return `its process ended by ${signal ?? `exit code ${code}`}`;
}
