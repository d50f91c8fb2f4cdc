/** A command as a row: its words and flags, what it asks of the owner of the data, and what it prints. */

import { type Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import type { OwnerCall } from '../api/routes/owner/table.ts';
import { amountOf, formatDuration } from '../config/forms.ts';
import { isTurnoutError, messageOf, TurnoutError } from '../errors.ts';
import { redactText } from '../runtime/log/redaction.ts';
import { ownerOf } from './owner.ts';

export interface World extends CliContext {
  /** Of the owner of the data folder; about the gym of `--gym`. */
  readonly ask: OwnerCall;
}

/** The one answer: for programs, and for a person. */
export type Printed = readonly [json: object, text: string];

/** A flag; `Part` is what it adds to the values that a command is given. */
type Flag<Part = unknown> = Option & { readonly is?: Part };

type Camel<Name extends string> = Name extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name;
/** `rtspPort` of `--rtsp-port <port>`, `test` of `--no-test`. */
type NameIn<Words> = Words extends `${infer First} ${string}`
  ? NameIn<First>
  : Words extends `--no-${infer Name}` | `--${infer Name}`
    ? Camel<Name>
    : never;
type Maybe<Words, Value> = { readonly [Name in NameIn<Words>]?: Value };
type Always<Words, Value> = { readonly [Name in NameIn<Words>]: Value };
type Bare<Words> = Words extends `--no-${string}`
  ? Always<Words, boolean>
  : Maybe<Words, Words extends `${string}<${string}` ? string : true>;

type All<Parts> = (Parts extends unknown ? (part: Parts) => void : never) extends (
  all: infer Whole,
) => void
  ? Whole
  : never;
/** What a command is given of these flags. */
export type Values<Flags extends readonly Flag[]> = { readonly json?: true } & All<
  NonNullable<Flags[number]['is']>
>;

type Places<Words> = Words extends `${infer First} ${infer Others}`
  ? [...Places<First>, ...Places<Others>]
  : Words extends `${string}...${string}`
    ? [readonly string[]]
    : [Words extends `<${string}` ? string : string | undefined];
/** What the arguments are: a text of `<class>`, perhaps none of `[to]`, several of `<ids...>`. */
type Given<Words> = Words extends `${string} ${infer Others}` ? Places<Others> : [];

interface CommandRow<Words, Flags extends readonly Flag[]> {
  /** Its name behind that of its group, and its arguments: `revoke <key>`. */
  readonly words: Words;
  readonly about: string;
  /** What each argument is, in their order. */
  readonly given?: readonly string[];
  readonly flags?: Flags;
  /** What is to be known before the examples. */
  readonly help?: string;
  readonly examples: readonly string[];
  /** Those of a group, such as `turnout key`. */
  readonly rows?: readonly AnyRow[];
  /** Undefined where it has printed itself. A group that has none shows its help. */
  readonly answer?: (
    world: World,
    flags: Values<Flags>,
    ...given: Given<Words>
  ) => Promise<Printed | undefined>;
}

// biome-ignore lint/suspicious/noExplicitAny: each row has flags and arguments of its own
export type AnyRow = CommandRow<any, any>;

/** A row whose answer has the types of its flags and arguments. */
export function command<const Words extends string, const Flags extends readonly Flag[] = []>(
  row: CommandRow<Words, Flags>,
): AnyRow {
  return row;
}

export function flag<const Words extends string>(words: Words, about: string): Flag<Bare<Words>> {
  return new Option(words, about);
}

/** @param read makes a value of the text. @param shown the fallback as help has it. */
export function typed<const Words extends string, Value, Fallback extends Value | undefined>(
  words: Words,
  about: string,
  read: (text: string) => Value,
  fallback?: Fallback,
  shown?: string,
): Flag<Fallback extends Value ? Always<Words, Value> : Maybe<Words, Value>> {
  const option = new Option(words, about).argParser(read);
  return fallback === undefined ? option : option.default(fallback, shown);
}

/** One of these words. It has to be given where none is the default. */
export function choice<const Words extends string, const Choice extends string>(
  words: Words,
  about: string,
  choices: readonly Choice[],
  fallback?: Choice,
): Flag<Always<Words, Choice>> {
  const option = new Option(words, about).choices(choices);
  return fallback === undefined ? option.makeOptionMandatory() : option.default(fallback);
}

export function required<Part>(option: Flag<Part>): Flag<Required<Part>> {
  return option.makeOptionMandatory() as Flag<Required<Part>>;
}

/** One that may be given several times. */
export function repeated<const Words extends string>(
  words: Words,
  about: string,
): Flag<Always<Words, readonly string[]>> {
  const add = (text: string, before: readonly string[]) => [...before, text];
  return new Option(words, `${about}; may be given several times`)
    .argParser(add)
    .default([], 'none');
}

/** A whole number, for a flag or an argument. */
export function whole(least = 1, most = 999_999_999): (text: string) => number {
  return (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : -1;
    if (value >= least && value <= most) return value;
    throw new InvalidArgumentError(`Expected a whole number, ${least} to ${most}`);
  };
}

/** A duration as the configuration has them, such as `2s`; read as ms. */
export function durationBetween(leastMs: number, mostMs: number): (text: string) => number {
  return (text) => {
    const ms = amountOf(text, 'duration');
    if (ms !== null && ms >= leastMs && ms <= mostMs) return ms;
    throw new InvalidArgumentError(
      `Expected a duration with its unit, ${formatDuration(leastMs)} to ${formatDuration(mostMs)}, such as 2s`,
    );
  };
}

/** The lines of an answer; what is false or null is none. */
export function lines(...parts: readonly (string | false | null | readonly string[])[]): string {
  return parts
    .filter((part) => part !== false && part !== null)
    .flat()
    .join('\n');
}

/** Adds the commands of the rows, and those below them. */
export function addRows(to: Command, context: CliContext, rows: readonly AnyRow[]): void {
  for (const { words, about, given = [], flags: options = [], help = '', ...row } of rows) {
    const [name = '', ...places] = words.split(' ');
    const added = to.command(name).description(about);
    for (const [at, place] of places.entries()) added.argument(place, given[at]);
    for (const option of options) added.addOption(option);
    const examples = ['Example:', ...row.examples.map((one: string) => `  ${one}`)].join('\n');
    added.addHelpText('after', help === '' ? `\n${examples}` : `\n${help}\n\n${examples}`);
    addRows(added, context, row.rows ?? []);
    const { answer } = row;
    if (answer === undefined) continue;
    added.action(async (...passed: readonly unknown[]) => {
      const values = passed[places.length] as Values<[typeof GYM_FLAG]>;
      const world = { ...context, ask: callsAbout(values.gym, ownerOf(context.dataDir())) };
      const printed = await answer(world, values, ...(passed.slice(0, places.length) as []));
      if (printed !== undefined) context.print(...printed);
    });
  }
}

export const GYM_FLAG = flag('--gym <id>', 'gym; may be left out where there is only one');

export const ONLY_GYM = flag('--gym <id>', 'only this gym');

/** Calls of the owner that are about the gym of the flags, where they name one. */
function callsAbout(gym: string | undefined, call: OwnerCall): OwnerCall {
  if (gym === undefined) return call;
  return (name, parts) => call(name, { ...parts, query: { gym, ...parts?.query } });
}

export interface CliContext {
  /** Answers, and nothing else: what a pipe gets. */
  readonly stdout: NodeJS.WritableStream;
  /** Errors, progress and friendly words. */
  readonly stderr: NodeJS.WritableStream;
  /** Whether a person watches stderr: progress bars and colours only then. */
  readonly isTerminal: boolean;
  /** Whether a person watches stdout. */
  readonly isAnswerRead: boolean;
  /** Whether answers are coloured: a person watches stdout and `NO_COLOR` is not set. */
  readonly isColoured: boolean;
  /** Places in a line of the terminal; 80 where there is none. */
  readonly width: number;
  /** The data folder, absolute: `TURNOUT_DATA`, or the default. */
  dataDir(): string;
  /** The person at the terminal, whose questions stand under this title; null where there is none, or a program reads. */
  person(title: string): Prompts | null;
  /** The one answer of a command: `value` as a line of JSON with `--json`, else `text` for a person. */
  print(value: unknown, text: string): void;
}

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

/** Whom the command asks. Each question rejects with `usage` when the person gives up. */
export interface Prompts {
  /** The answer without the spaces around it; empty where nothing was typed. */
  text(question: TextQuestion): Promise<string>;
  /** A password, which is not shown while it is typed. */
  password(message: string): Promise<string>;
  /** No unless the person says so. */
  confirm(message: string): Promise<boolean>;
  /** Shows that something takes its time. @returns ends it with words about how it went. */
  wait(words: string): (ended: string) => void;
}

/** Exit codes of every command. */
export const EXIT = { ok: 0, fault: 1, usage: 2 } as const;

/** Tells what was thrown, without addresses and credentials. `command` is the one that was asked for, such as `turnout camera add`. */
export function faultOf(error: unknown, command: string) {
  if (error instanceof CommanderError) {
    return { code: 'usage', message: usageSentence(error, command), exitCode: EXIT.usage };
  }
  if (error instanceof TurnoutError) {
    const exitCode = error.code === 'usage' ? EXIT.usage : EXIT.fault;
    return { code: error.code, message: redactText(error.message), exitCode };
  }
  return { code: 'internal_error', message: redactText(messageOf(error)), exitCode: EXIT.fault };
}

/** A fault of a source or a frame, told of what the user named: the parts that found it know no names. */
export function namedFault(error: unknown, name: string): unknown {
  const isNameless = isTurnoutError(error) && ['source', 'frame'].includes(error.parts.where);
  return isNameless
    ? new TurnoutError(error.code, { ...error.parts, where: name }, { cause: error })
    : error;
}

/** The fault of a command line that is not understood. */
export function usageFault(where: string, expected: string, got: string, hint = ''): TurnoutError {
  return new TurnoutError('usage', { where, expected, got, hint: hint || undefined });
}

/** Commander's `error: unknown command 'x'\n(Did you mean y?)` as one sentence. */
function usageSentence({ code, message }: CommanderError, command: string): string {
  const [head = '', ...others] = message.replace(/^error: /, '').split('\n');
  const first = head.replace(/\.$/, '');
  const nearest = /Did you mean (?:one of )?(.+)\?\)/.exec(others.join(' '))?.[1];
  const sentence = code === 'commander.help' ? 'a command is missing' : first;
  const hint = nearest === undefined ? `see: ${command} --help` : `did you mean ${nearest}?`;
  return `${sentence}; ${hint}`;
}
