/** Runs steps of long work, pausing between them so that others have their turn. */

import { Stretch } from '../../../runtime/timers.ts';

export async function inSlices<Value>(steps: Generator<void, Value>): Promise<Value> {
  const stretch = new Stretch();
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (stretch.isOver()) await stretch.pause();
  }
}
