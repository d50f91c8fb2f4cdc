/** Questions on a terminal. On stderr, as everything that is no answer of the command. */

import { Writable } from 'node:stream';
import { confirm, intro, isCancel, log, password, select, spinner, text } from '@clack/prompts';
import type { CliContext } from '../context.ts';
import { usageFault } from './usage-fault.ts';

export interface TextQuestion {
  readonly message: string;
  /** What is there already, to be taken or changed. */
  readonly initial?: string;
  /** Shown in grey where nothing is typed yet. */
  readonly example?: string;
  /** Whether nothing is an answer. */
  readonly isOptional?: boolean;
  /** What is right, where the answer is wrong; null where it is right. Not asked about an empty one. */
  readonly fault?: (answer: string) => string | null;
}

export interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

/** Whom the command asks. Each question rejects with `usage` when the person gives up. */
export interface Prompts {
  say(words: string): void;
  /** The answer without the spaces around it; empty where nothing was typed. */
  text(question: TextQuestion): Promise<string>;
  /** A password, which is not shown while it is typed. */
  password(message: string): Promise<string>;
  choose<Value extends string>(message: string, choices: readonly Choice<Value>[]): Promise<Value>;
  confirm(message: string, isYes: boolean): Promise<boolean>;
  /** Shows that something takes its time. @returns ends it with words about how it went. */
  wait(words: string): (ended: string) => void;
}

/** @param title what the questions are about, in a line above them. */
export function terminalPrompts({ stderr }: Pick<CliContext, 'stderr'>, title: string): Prompts {
  const output = stderr instanceof Writable ? { output: stderr } : {};
  intro(title, output);
  return {
    say: (words) => log.message(words, output),
    text: async ({ message, initial, example, isOptional = false, fault }) => {
      const answer = await text({
        ...output,
        message,
        ...(initial !== undefined && { initialValue: initial }),
        ...(example !== undefined && { placeholder: example }),
        validate: (typed) => faultOf(typed?.trim() ?? '', { isOptional, fault }),
      });
      return answered(answer).trim();
    },
    password: async (message) => answered(await password({ ...output, message })),
    choose: async (message, choices) => {
      type Value = (typeof choices)[number]['value'];
      const options = choices.map(({ value, label }) => ({ value: value as string, label }));
      return answered(await select({ ...output, message, options })) as Value;
    },
    confirm: async (message, isYes) =>
      answered(await confirm({ ...output, message, initialValue: isYes })),
    wait: (words) => {
      const wheel = spinner(output);
      wheel.start(words);
      return (ended) => wheel.stop(ended);
    },
  };
}

function faultOf(
  typed: string,
  { isOptional, fault }: { isOptional: boolean; fault: TextQuestion['fault'] },
): string | undefined {
  if (typed === '') return isOptional ? undefined : 'Please type an answer, or Ctrl+C to stop.';
  const expected = fault?.(typed) ?? null;
  return expected === null ? undefined : `Expected ${expected}.`;
}

function answered<Answer>(answer: Answer): Exclude<Answer, symbol> {
  if (!isCancel(answer)) return answer as Exclude<Answer, symbol>;
  throw usageFault('questions', 'an answer', 'none', 'nothing was written');
}
