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

/** A part of a body that is being read. What has a fault has no value: all complaints give undefined. */
export class Part {
  readonly value: unknown;
  /** Of the whole body. */
  readonly faults: QueryFault[];
  readonly loc: readonly Place[];

  constructor(value: unknown, faults: QueryFault[] = [], loc: readonly Place[] = []) {
    this.value = value;
    this.faults = faults;
    this.loc = loc;
  }

  /** A member or an item; what is left out is null. */
  at(step: Place, value: unknown = this.#own(step)): Part {
    return new Part(value, this.faults, [...this.loc, step]);
  }

  fault(type: string, msg: string, ctx?: QueryFault['ctx']): undefined {
    if (this.faults.length >= MAX_FAULTS) return;
    const fault = { type, loc: ['body', ...this.loc], msg, input: shortened(this.value) };
    this.faults.push({ ...fault, ...(ctx && { ctx }) });
  }

  wrong(reason: string): undefined {
    return this.fault('value_error', `Value error, ${reason}`, { error: reason });
  }

  /** Complains that a member is not there. */
  lacks(name: string): undefined {
    return this.at(name, this.value).fault('missing', 'Field required');
  }

  /** The word of a list that this is. `kind` is what a word is called: `Measure`. */
  among<Word extends string>(kind: string, words: readonly Word[]): Word | undefined {
    const word = words.find((one) => one === this.value);
    if (word !== undefined) return word;
    const text = typeof this.value === 'string' ? this.value.slice(0, 64).toLowerCase() : '';
    const nearest = closest(text.replaceAll(' ', '_'), words);
    const msg = `${kind} should be a known one, such as ${nearest}`;
    return this.fault(`unknown_${kind.toLowerCase()}`, msg, { nearest });
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
