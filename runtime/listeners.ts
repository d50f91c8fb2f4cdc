/** Who wants to be told of something. A listener must not throw. */
export function createListeners<Told extends readonly unknown[]>() {
  const listeners = new Set<(...told: Told) => void>();
  return {
    /** @returns how to stop listening. */
    add: (listener: (...told: Told) => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    tell: (...told: Told): void => {
      for (const listener of [...listeners]) listener(...told);
    },
  };
}
