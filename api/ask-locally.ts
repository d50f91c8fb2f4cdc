/** A question of the person at the computer, about a gym that is read from the history: no server, no key, no charge. */

import type { GymView } from '../engine/index.ts';
import { localVisitor } from './auth/open-visitor.ts';
import type { GymSource } from '../service/gyms/gym-source.ts';
import { askQuestion, type Outcome } from '../ask/answers/index.ts';
import { createGrammar } from '../ask/index.ts';

export interface LocalQuestion {
  /** 1..500 characters. */
  readonly text: string;
  readonly view: GymView;
  readonly asOf: GymSource['asOf'];
  /** Whether it is the sample gym that answers. */
  readonly isSample: boolean;
}

export type { Outcome };

/** Answers as `/ask` does for a key of the gym. Rejects only for a fault of the program. */
export function askLocally({ text, view, asOf, isSample }: LocalQuestion): Promise<Outcome> {
  const asking = { text, prev: [], mode: 'summarize', most: null, sites: [] } as const;
  const world = { reader: createGrammar(), gyms: { asOf } };
  return askQuestion(
    asking,
    localVisitor(() => view, isSample),
    world,
  );
}
