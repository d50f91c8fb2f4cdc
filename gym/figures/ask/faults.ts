/** What is wrong with a query, in the words and the form of the other routes' 422. */

import { closest } from 'fastest-levenshtein';

type Place = string | number;

/** One entry of `detail`; the order of the members is FastAPI's. */
export interface QueryFault {
  readonly type: string;
  readonly loc: readonly Place[];
  readonly msg: string;
  /** As received. */
  readonly input: unknown;
  readonly ctx?: Readonly<Record<string, unknown>>;
}

/** Most faults of one answer. Chosen here: more are not read, and an answer stays small. */
const MAX_FAULTS = 20;
/** Longest text of the input that is given back. */
const MAX_INPUT = 200;

/** Collects faults of one body. What has a fault has no value: all give undefined. */
export class QueryFaults {
  readonly all: QueryFault[] = [];

  add(
    loc: readonly Place[],
    type: string,
    msg: string,
    input: unknown,
    ctx?: QueryFault['ctx'],
  ): undefined {
    if (this.all.length >= MAX_FAULTS) return;
    const fault = { type, loc: ['body', ...loc], msg, input: shortened(input) };
    this.all.push(ctx === undefined ? fault : { ...fault, ctx });
  }

  /** `kind` is a word such as `Measure`. */
  unknown(loc: readonly Place[], kind: string, input: unknown, known: readonly string[]) {
    const nearest = nearestOf(input, known);
    const msg = `${kind} should be a known one, such as ${nearest}`;
    return this.add(loc, `unknown_${kind.toLowerCase()}`, msg, input, { nearest });
  }

  value(loc: readonly Place[], reason: string, input: unknown) {
    return this.add(loc, 'value_error', `Value error, ${reason}`, input, { error: reason });
  }
}

/** A part of a body that is being read. */
export class Part {
  readonly value: unknown;
  readonly faults: QueryFaults;
  readonly loc: readonly Place[];

  constructor(value: unknown, faults = new QueryFaults(), loc: readonly Place[] = []) {
    this.value = value;
    this.faults = faults;
    this.loc = loc;
  }

  /** A member or an item; what is left out is null. */
  at(step: Place, value: unknown = this.#own(step)): Part {
    return new Part(value, this.faults, [...this.loc, step]);
  }

  fault(type: string, msg: string, ctx?: QueryFault['ctx']): undefined {
    return this.faults.add(this.loc, type, msg, this.value, ctx);
  }

  wrong(reason: string): undefined {
    return this.faults.value(this.loc, reason, this.value);
  }

  /** The word of a list that this is. `kind` is what a word is called. */
  among<Word extends string>(kind: string, words: readonly Word[]): Word | undefined {
    const word = words.find((one) => one === this.value);
    return word ?? this.faults.unknown(this.loc, kind, this.value, words);
  }

  /** Complains of the members that are not known. */
  checkMembers(known: readonly string[]): void {
    for (const name of Object.keys(this.value ?? {})) {
      if (!known.includes(name)) this.at(name.slice(0, 64), name).among('Member', known);
    }
  }

  #own(step: Place): unknown {
    const value = this.value as Readonly<Record<Place, unknown>>;
    return Object.hasOwn(value, step) ? (value[step] ?? null) : null;
  }
}

function nearestOf(input: unknown, known: readonly string[]): string {
  const text = typeof input === 'string' ? input.slice(0, 64).toLowerCase() : '';
  return closest(text.replaceAll(' ', '_'), known);
}

/** Only JSON of a small size is given back. */
function shortened(input: unknown): unknown {
  if (input === undefined) return null;
  if (typeof input === 'string') return input.slice(0, MAX_INPUT);
  if (typeof input !== 'object' || input === null) return input;
  try {
    const text = JSON.stringify(input);
    return text.length <= MAX_INPUT ? input : `${text.slice(0, MAX_INPUT)}…`;
  } catch {
    // Thousands of lists in lists.
    return '…';
  }
}
