/** Runs steps of long work to their end at once: where nobody else waits for the thread. */
export function runAtOnce<Value>(steps: Generator<void, Value>): Value {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
