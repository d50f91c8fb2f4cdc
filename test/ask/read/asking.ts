/** Asks the grammar about the sample gym as it is on Wednesday, 18 November 2026, at 20:00. */

import { createGrammar } from '../../../ask/read/grammar.ts';
import type { Reading, Surroundings } from '../../../ask/reader.ts';
import { sandboxView } from '../../../service/demo/sandbox.ts';

const view = sandboxView(Date.UTC(2026, 10, 18, 12));
export const read = createGrammar();

export function surroundings(changes: Partial<Surroundings> = {}): Surroundings {
  return {
    timezone: view.gym.timezone,
    nowUtcMs: view.nowUtcMs,
    trainers: view.trainers,
    self: null,
    classNames: [...new Set(view.sessions.map(({ name }) => name))],
    families: [],
    rooms: view.rooms.map(({ id, name }) => ({ id, name })),
    ...changes,
  };
}

export async function ask(
  text: string,
  { prev = [], ...changes }: Partial<Surroundings> & { prev?: readonly string[] } = {},
): Promise<Reading> {
  return read({ text, prev }, surroundings(changes));
}
