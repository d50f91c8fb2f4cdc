/** Entry of the process in which a provider is tried: a driver that hangs or crashes takes nothing else along. */

import { PROVIDERS } from '../../detectors/onnx/providers.ts';
import { offeredRuntime } from '../../detectors/onnx/trial/offered.ts';
import { tryProvider } from '../../detectors/onnx/trial/trial.ts';
import { messageOf } from '../../errors.ts';
import type { TrialReport } from './trial.ts';

process.on('disconnect', () => process.exit());
process.send?.(await report(process.argv[2] ?? ''), () => process.disconnect());

async function report(name: string): Promise<TrialReport> {
  const runtime = await offeredRuntime();
  const provider = PROVIDERS.find((one) => one === name);
  if (provider === undefined || !runtime.providers.some((one) => one.name === name)) {
    return { runtime, outcome: 'not_offered' };
  }
  try {
    return { runtime, outcome: 'works', ...(await tryProvider(provider)) };
  } catch (error) {
    // What the runtime says, and not what a detector makes of it.
    const { cause = error } = error as Error;
    return { runtime, outcome: 'fails', reason: messageOf(cause) };
  }
}
