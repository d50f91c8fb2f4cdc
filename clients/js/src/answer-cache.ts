/** Answers with their entity tags, the least recently used forgotten first. Texts: every caller gets an object of its own. */

export interface KeptAnswer {
  readonly etag: string;
  readonly text: string;
}

export class AnswerCache {
  readonly #most: number;
  /** Least recently used first. */
  readonly #answers = new Map<string, KeptAnswer>();

  /** @param most Answers that are kept; 0 keeps none. */
  constructor(most: number) {
    this.#most = most;
  }

  get(url: string): KeptAnswer | null {
    const answer = this.#answers.get(url);
    if (answer === undefined) return null;
    this.#answers.delete(url);
    this.#answers.set(url, answer);
    return answer;
  }

  keep(url: string, answer: KeptAnswer): void {
    if (this.#most === 0) return;
    this.#answers.delete(url);
    this.#answers.set(url, answer);
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > this.#most && oldest !== undefined) this.#answers.delete(oldest);
  }
}
