/** Work that takes a thread and much memory each: a few at a time, and whoever comes then is told to come again. */

import type { ProblemBody } from '../../../../errors.ts';
import type { Answer } from '../../../http/message.ts';
import { problem } from '../../../http/problem.ts';

export class AtOnce {
  readonly #max: number;
  #underWay = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** Answers by `work`, or with 429 where as many are under way. */
  async one<Value>(
    work: () => Promise<Answer<Value> | Answer<ProblemBody>>,
  ): Promise<Answer<Value> | Answer<ProblemBody>> {
    if (this.#underWay >= this.#max) {
      return problem('rate_limited', 'Other files are being read: ask again in 5 seconds.', {
        headers: [['Retry-After', '5']],
      });
    }
    this.#underWay += 1;
    try {
      return await work();
    } finally {
      this.#underWay -= 1;
    }
  }
}
