/** A progress bar for work that may be slow: on a terminal only, and only when it takes longer than a second. */

import { Writable } from 'node:stream';
import { type ProgressResult, progress } from '@clack/prompts';
import type { CliContext } from '../context.ts';

const SHOWN_AFTER_MS = 1000;

export class SlowBar {
  readonly #context: Pick<CliContext, 'stderr' | 'isTerminal'>;
  readonly #title: string;
  readonly #startMs = performance.now();
  #bar: ProgressResult | null = null;
  #shownPercent = 0;

  constructor(context: Pick<CliContext, 'stderr' | 'isTerminal'>, title: string) {
    this.#context = context;
    this.#title = title;
  }

  /** Moves the bar to `share` (0..1; null where the end is unknown) and says `words` next to it. */
  show(share: number | null, words: string): void {
    if (!this.#context.isTerminal || performance.now() - this.#startMs < SHOWN_AFTER_MS) return;
    this.#bar ??= this.#start();
    const percent = Math.max(this.#shownPercent, Math.floor((share ?? 0) * 100));
    this.#bar.advance(percent - this.#shownPercent, `${this.#title}: ${words}`);
    this.#shownPercent = percent;
  }

  /** Takes the bar away; what comes next is the answer or the error. Nothing happens where none was shown. */
  end(): void {
    this.#bar?.clear();
    this.#bar = null;
  }

  #start(): ProgressResult {
    const { stderr } = this.#context;
    const bar = progress({ max: 100, ...(stderr instanceof Writable && { output: stderr }) });
    bar.start(this.#title);
    return bar;
  }
}
