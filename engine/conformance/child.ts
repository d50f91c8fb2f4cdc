/** Entry of the process in which a detector is checked: whatever the detector does there, the command lives to tell. */

import { type ConformanceResult, runConformance } from '../../detectors/conformance.ts';
import { thrownText } from '../../detectors/faults.ts';
import { loadDetector } from '../../detectors/load.ts';
import { isTurnoutError, messageOf } from '../../errors.ts';
import { resolveModel } from '../models/installed.ts';
import type { CheckReport, CheckSetup } from './check-detector.ts';

const { detector, fromDir, modelsDir, options, limitMs } = JSON.parse(
  process.argv[2] ?? '',
) as CheckSetup;

// A detector that waits for nothing would end the process, and pass for one that is done.
process.on('message', () => undefined);
process.on('disconnect', () => process.kill(-process.pid, 'SIGKILL'));
// Those of a detector that leaves something behind: a check that is under way tells what became of it.
process.on('unhandledRejection', leftBehind);
process.on('uncaughtException', leftBehind);
await check();

async function check(): Promise<void> {
  try {
    const definition = await loadDetector(detector, fromDir);
    const { name, version } = definition;
    await report({ kind: 'loaded', name, version });
    const env = { resolveModel: (model: string) => resolveModel(modelsDir, model) };
    const onResult = (result: ConformanceResult) => void report({ kind: 'result', result });
    await runConformance({ definition, options, env }, onResult, limitMs);
  } catch (error) {
    const parts = { where: 'check', expected: 'a detector', got: messageOf(error) };
    const fault = isTurnoutError(error) ? error : { code: 'internal_error' as const, parts };
    await report({ kind: 'refused', code: fault.code, parts: fault.parts });
  }
}

function leftBehind(fault: unknown): void {
  process.stderr.write(`left behind: ${thrownText(fault)}\n`);
}

function report(message: CheckReport): Promise<void> {
  return new Promise((resolve) => {
    process.send?.(message, () => resolve());
  });
}
