/** A question of the person at the computer, about a gym that is read from the history: no server, no key, no charge. */

import { askQuestion } from '../ask/answers/ask-question.ts';
import type { Outcome } from '../ask/answers/outcome.ts';
import { createReader } from '../ask/model/model-reader.ts';
import type { AskModelConfig } from '../config/config.ts';
import type { GymView } from '../gym/sessions/view.ts';
import { silentLog } from '../runtime/log/log.ts';
import type { ClassesSource } from '../service/gyms/gym-source.ts';
import { localVisitor } from './auth/visitor.ts';

interface LocalQuestion {
  /** 1..500 characters. */
  readonly text: string;
  readonly view: GymView;
  readonly classesIn: ClassesSource['classesIn'];
  /** Whether it is the sample gym that answers. */
  readonly isSample: boolean;
  /** The language model behind the grammar; null without one. */
  readonly model: AskModelConfig | null;
}

export type { Outcome };

/** Answers as `/ask` does for a key of the gym. Rejects only for a fault of the program. */
export function askLocally({ text, view, isSample, model, ...classes }: LocalQuestion) {
  const asking = { text, prev: [], mode: 'summarize', most: null, sites: [] } as const;
  const reader = createReader({ model: () => model, log: silentLog });
  const visitor = localVisitor(() => view, isSample);
  return askQuestion(asking, visitor, { reader, classes });
}
