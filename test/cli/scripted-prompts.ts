/** A person at a terminal for tests: gives its answers in their order, and keeps what was asked and said. */

import type { Prompts } from '../../cli/command.ts';

export type Answer = string | boolean;

/** A person who gives these answers. A text that is wrong is refused, as on the terminal, and the next one taken. */
export function scripted(answers: readonly Answer[], asked: string[], said: string[]): Prompts {
  const left = [...answers];
  const next = (message: string): Answer => {
    asked.push(message);
    const answer = left.shift();
    if (answer === undefined) throw new Error(`no answer to: ${message}`);
    return answer;
  };
  return {
    text: async ({ message, initial, isOptional, fault }) => {
      for (;;) {
        const typed = String(next(message)) || (initial ?? '');
        const expected = typed === '' ? null : (fault?.(typed) ?? null);
        if (expected !== null) said.push(expected);
        else if (typed !== '' || isOptional) return typed;
      }
    },
    password: async (message) => String(next(message)),
    confirm: async (message) => next(message) === true,
    wait: (words) => {
      said.push(words);
      return (ended) => void said.push(ended);
    },
  };
}
