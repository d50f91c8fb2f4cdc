/** What a plugin must not do to the process it runs in, and how that is ended. */

import { syncBuiltinESMExports } from 'node:module';
import { thrownText } from '../../detectors/faults.ts';
import { TurnoutError } from '../../errors.ts';

class ProcessTouched extends Error {}

/** Has calls that end the process throw where they are made, as faults of the plugin. Once a process, before it is loaded. */
export function guardProcess(): void {
  const kill = process.kill.bind(process);
  const own = [process.pid, process.ppid];
  Object.assign(process, {
    exit: refusing('process.exit'),
    reallyExit: refusing('process.reallyExit'),
    abort: refusing('process.abort'),
    chdir: refusing('process.chdir'),
    kill: (pid: number, signal?: string | number) => {
      // 0 and below are groups of processes: ours among them.
      if (pid <= 0 || own.includes(pid)) return refusing('process.kill')();
      return kill(pid, signal);
    },
  });
  // For plugins that import these by name.
  syncBuiltinESMExports();
}

function refusing(call: string): () => never {
  return () => {
    throw new ProcessTouched(`a call of ${call}`);
  };
}

/** What a detector threw, as a coded error. A coded one stays as it is. */
export function toDetectorFault(thrown: unknown, where: string, expected: string): TurnoutError {
  if (thrown instanceof TurnoutError) return thrown;
  if (thrown instanceof ProcessTouched) {
    const hint = 'a detector leaves the process it runs in alone';
    const parts = { where, expected, got: thrown.message, hint };
    return new TurnoutError('detector_exited', parts, { cause: thrown });
  }
  const parts = { where, expected, got: `an exception: ${thrownText(thrown)}` };
  return new TurnoutError('detector_failed', parts, { cause: thrown });
}

/**
 * Ends a process with all that it has started, at once, whatever it is doing. On Windows, which has no groups of processes,
 * the process alone.
 *
 * @param pid a process that leads its group.
 */
export function endProcessGroup(pid: number): void {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // It is gone already.
  }
}
