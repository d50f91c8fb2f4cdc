/** Questions on a terminal. On stderr, as everything that is no answer of the command. */

import { Writable } from 'node:stream';
import {
  confirm,
  intro,
  isCancel,
  type ProgressResult,
  password,
  progress,
  spinner,
  text,
} from '@clack/prompts';
import { type CliContext, type Prompts, usageFault } from '../command.ts';

/** The person at the terminal, under one title for all questions. */
export function terminalPrompts({ stderr }: Pick<CliContext, 'stderr'>, title: string): Prompts {
  const output = stderr instanceof Writable ? { output: stderr } : {};
  intro(title, output);
  return {
    text: async ({ message, initial, example, isOptional = false, fault }) => {
      const answer = await text({
        ...output,
        message,
        ...(initial !== undefined && { initialValue: initial }),
        ...(example !== undefined && { placeholder: example }),
        validate: (typed = '') => {
          const given = typed.trim();
          if (given === '' && isOptional) return undefined;
          if (given === '') return 'Please type an answer, or Ctrl+C to stop.';
          const expected = fault?.(given) ?? null;
          return expected === null ? undefined : `Expected ${expected}.`;
        },
      });
      return answered(answer).trim();
    },
    password: async (message) => answered(await password({ ...output, message })),
    confirm: async (message) =>
      answered(await confirm({ ...output, message, initialValue: false })),
    wait: (words) => {
      const wheel = spinner(output);
      wheel.start(words);
      return (ended) => wheel.stop(ended);
    },
  };
}

function answered<Answer>(answer: Answer): Exclude<Answer, symbol> {
  if (!isCancel(answer)) return answer as Exclude<Answer, symbol>;
  throw usageFault('questions', 'an answer', 'none', 'nothing was written');
}

const SHOWN_AFTER_MS = 1000;

/** A bar on the terminal for what takes longer than a second. */
export function slowBar({ stderr, isTerminal }: CliContext, title: string) {
  let bar: ProgressResult | null = null;
  let shownPercent = 0;
  const show = (share: number | null, words: string) => {
    const percent = Math.max(shownPercent, Math.floor((share ?? 0) * 100));
    bar?.advance(percent - shownPercent, `${title}: ${words}`);
    shownPercent = bar === null ? 0 : percent;
  };
  const appearing = setTimeout(() => {
    if (!isTerminal) return;
    bar = progress({ max: 100, ...(stderr instanceof Writable && { output: stderr }) });
    bar.start(title);
  }, SHOWN_AFTER_MS);
  return {
    /** Moves the bar to `share` (0..1; null where the end is unknown) and says `words` next to it. */
    show,
    /** Takes the bar away; what comes next is the answer or the error. Nothing happens where none was shown. */
    end(): void {
      clearTimeout(appearing);
      bar?.clear();
      bar = null;
    },
  };
}
