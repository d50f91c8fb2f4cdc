/**
 * What a plugin must not do to the process it runs in. Each of these calls throws where it is made, so that it is a fault
 * of the plugin: in a thread, Node would end the thread without a word, or send the signal to the whole program.
 */

import { syncBuiltinESMExports } from 'node:module';
import { thrownText } from '../../detectors/thrown.ts';
import { TurnoutError } from '../../errors.ts';

class ProcessTouched extends Error {}

/** Once a worker, before any plugin is loaded. */
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

/** What a plugin threw, as a coded error. A coded one stays as it is. */
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
