/** Who wants to be told of something. A listener must not throw, and what it resolves with must not reject. */
export function createListeners<Told extends readonly unknown[]>() {
  const listeners = new Set<(...told: Told) => unknown>();
  return {
    /** @returns how to stop listening. */
    add: (listener: (...told: Told) => unknown) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** @returns resolves when all have taken it up. */
    tell: (...told: Told): Promise<unknown> =>
      Promise.all([...listeners].map((listener) => listener(...told))),
  };
}
