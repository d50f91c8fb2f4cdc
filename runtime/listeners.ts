/** Who wants to be told of something. A listener must not throw, and what it resolves with must not reject. */
export function createListeners<Values extends readonly unknown[]>() {
  const listeners = new Set<(...values: Values) => unknown>();
  return {
    /** @returns how to stop listening. */
    add: (listener: (...values: Values) => unknown) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** @returns resolves when all have taken it up. */
    tell: (...values: Values): Promise<unknown> =>
      Promise.all([...listeners].map((listener) => listener(...values))),
  };
}
