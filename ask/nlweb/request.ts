/** What somebody asks of `/ask`, whichever of the two dialects of NLWeb they speak. */

import { isObject } from '../../gym/schedule/values.ts';
import { parsedJson } from '../../runtime/wire.ts';

/** What is spoken here. Source: nlweb.ai, specification 0.55; older revisions are understood. */
export const NLWEB_VERSION = '0.55';

/**
 * `legacy`: `query` is a text, as in the query of an address. `structured`: `query` is an object, 0.54 and later. Nothing
 * else tells them apart.
 */
export type Dialect = 'legacy' | 'structured';

/** `list`: what was found. `summarize`: the answer and a few of it. `generate`: the answer in prose and what it cites. */
export const MODES = ['list', 'summarize', 'generate'] as const;
export type Mode = (typeof MODES)[number];

export const FORMATS = ['conversational_search', 'chatgpt_app'] as const;
export type Format = (typeof FORMATS)[number];

/** Bounds of a question; chosen here: the longest that people type in one go, and a long conversation. */
export const MAX_TEXT = 500;
export const MAX_PREV = 10;

export interface AskRequest {
  readonly dialect: Dialect;
  /** Trimmed, 1..500 characters. */
  readonly text: string;
  /** Questions before, oldest first; the newest ten, each as `text`. None where the client has put the question into words that need none. */
  readonly prev: readonly string[];
  /** The first of those that were named. */
  readonly mode: Mode;
  /** Whether one of the modes has the answer in words: `list, summarize` has both. */
  readonly hasSummary: boolean;
  readonly isStreamed: boolean;
  /** Most results, 1..50; null is as many as the mode has. */
  readonly most: number | null;
  readonly format: Format;
  /** Ids of gyms, or `all`; empty is all. */
  readonly sites: readonly string[];
  /** Given back as they came. */
  readonly conversationId: string | null;
  readonly stateToken: string | null;
  readonly queryId: string | null;
}

/** What is wrong with a request: of the codes that NLWeb's servers use. */
export interface AskFault {
  readonly code: 'MISSING_FIELD' | 'INVALID_PARAMETER' | 'INVALID_REQUEST';
  /** One sentence. */
  readonly message: string;
}

export type AskReading =
  | { readonly kind: 'request'; readonly request: AskRequest }
  /** Nothing was asked. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'fault'; readonly dialect: Dialect; readonly fault: AskFault };

/** Members of a request of `/ask`, each as the kind that it must be. The first fault is kept; whoever reads goes on. */

/** True and false as the texts that addresses and forms have for them. */
const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ...['', '1', 'true', 'yes', 'on'].map((word) => [word, true] as const),
  ...['0', 'false', 'no', 'off'].map((word) => [word, false] as const),
]);

/** Surrogates without their other half: JSON can write them. */
const HALVES = /\p{Surrogate}/gu;

export class Fields {
  /** The first one that was found. */
  fault: AskFault | null = null;

  refuse(code: AskFault['code'], message: string): void {
    this.fault ??= { code, message };
  }

  /** Null where there is none or it is only spaces. Halves of characters, which no address can hold, are replaced. */
  text(name: string, value: unknown, most: number): string | null {
    return this.#read(name, 'a text', value, null, (given) => {
      if (typeof given !== 'string') return undefined;
      const text = given.trim().replace(HALVES, '\ufffd');
      if (text.length > most) {
        const message = `\`${name}\` has ${text.length} characters: it may have ${most}.`;
        this.refuse('INVALID_PARAMETER', message);
      }
      return text === '' ? null : text;
    });
  }

  /** A list of texts, or one text that a comma parts. Empty ones are left out. */
  texts(name: string, value: unknown, most: number): readonly string[] {
    return this.#read(name, 'a list of texts', value, [], (given) => {
      const list = typeof given === 'string' ? listIn(given) : given;
      return Array.isArray(list)
        ? list.flatMap((one) => this.text(name, one, most) ?? [])
        : undefined;
    });
  }

  /** A whole number from 1 on, also as a text. */
  count(name: string, value: unknown): number | null {
    return this.#read(name, 'a whole number from 1 on', value, null, (given) => {
      const isDigits = typeof given === 'string' && /^\s*\d{1,9}\s*$/.test(given);
      const number = isDigits ? Number(given) : given;
      return Number.isInteger(number) && Number(number) >= 1 ? Number(number) : undefined;
    });
  }

  /** True and false also as texts. Of an object even the text may be a fault of its own: `{"toString": 0}`. */
  flag(name: string, value: unknown): boolean | null {
    return this.#read(name, 'true or false', value, null, (given) =>
      typeof given === 'object' ? undefined : FLAGS.get(String(given).trim().toLowerCase()),
    );
  }

  /** Members of an object; none where there is no such member. */
  members(name: string, value: unknown): Readonly<Record<string, unknown>> {
    return this.#read(name, 'an object', value, {}, (given) =>
      isObject(given) ? given : undefined,
    );
  }

  /** @param read undefined for what is none */
  #read<Read>(
    name: string,
    expected: string,
    value: unknown,
    none: Read,
    read: (value: unknown) => Read | undefined,
  ): Read {
    if (value === undefined || value === null) return none;
    const found = read(value);
    if (found !== undefined) return found;
    const got = shownOf(value);
    const shown = got.length > 40 ? `${got.slice(0, 40)}…` : got;
    this.refuse('INVALID_PARAMETER', `\`${name}\` must be ${expected}; it is ${shown}.`);
    return none;
  }
}

/** Never what is in a list or an object: one that is deep enough cannot be written out. */
function shownOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' && value !== null ? 'an object' : JSON.stringify(value);
}

/** JSON where it is a list, else what commas part, with or without brackets around it. */
function listIn(text: string): unknown {
  const trimmed = text.trim();
  const isBracketed = trimmed.startsWith('[') && trimmed.endsWith(']');
  if (isBracketed) {
    const list = parsedJson(trimmed);
    if (list !== null) return list;
  }
  return (isBracketed ? trimmed.slice(1, -1) : trimmed).split(',');
}
