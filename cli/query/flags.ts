/** Flags of `turnout query` as the JSON of a query: what they say is checked like any other. */

import { TurnoutError } from '../../errors.ts';
import { DIMENSIONS, type Dimension, isDimension } from '../../gym/figures/dimensions.ts';

export interface QueryFlags {
  readonly by?: string;
  readonly from?: string;
  readonly to?: string;
  readonly where: readonly string[];
  readonly having: readonly string[];
  readonly order: readonly string[];
  readonly limit?: string;
  readonly offset?: string;
  readonly share?: true;
  readonly fill?: string;
  readonly compare?: string;
}

/** Throws `usage` for a flag that cannot be read. */
export function queryOf(measures: readonly string[], flags: QueryFlags): object {
  const { by, from, to, where, having, order, limit, offset, share, fill, compare } = flags;
  const query = {
    measures: measures.flatMap((text) => text.split(',')).filter((name) => name !== ''),
    by: by?.split(','),
    from,
    to,
    where: listed(where, filterOf),
    having: listed(having, boundOf),
    order: listed(order, orderOf),
    limit: limit === undefined ? undefined : numberOf(limit),
    offset: offset === undefined ? undefined : numberOf(offset),
    share,
    fill,
    compare: compare === undefined ? undefined : rangeOf(compare),
  };
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
}

/** Undefined where the flag was not given. */
function listed<Item>(texts: readonly string[], read: (text: string) => Item) {
  return texts.length === 0 ? undefined : texts.map(read);
}

/** `trainer=anna,ben`, `weekday!=sunday`, `start_time=17:00..21:00`; nothing behind the sign is "none". */
function filterOf(text: string): readonly unknown[] {
  const [, name = '', sign, said = ''] =
    /^([a-z_]+)(!?=)(.*)$/s.exec(text) ?? refused('where', 'trainer=anna-petrova', text);
  const value = (one: string) => cellOf(name, one);
  const ends = said.split('..');
  if (sign === '=' && ends.length === 2) return [name, 'between', ends.map(value)];
  return [name, sign === '=' ? 'is' : 'is_not', said.split(',').map(value)];
}

function cellOf(name: string, text: string): string | number | boolean | null {
  if (text === '') return null;
  const dimension: Dimension | null = isDimension(name) ? DIMENSIONS[name] : null;
  if (dimension?.values === 'hour') return numberOf(text);
  if (dimension?.values === 'boolean' && /^(?:true|false)$/.test(text)) return text === 'true';
  return text;
}

function boundOf(text: string): readonly unknown[] {
  const [, name, operator, bound = ''] =
    /^([a-z_]+)\s*(<=|>=|<|>)\s*(\S+)$/.exec(text) ?? refused('having', '"fill_rate<0.3"', text);
  return [name, operator, numberOf(bound)];
}

function orderOf(text: string): readonly string[] {
  const [name = '', direction = 'asc'] = text.split(':');
  return [name, direction];
}

function rangeOf(text: string): unknown {
  const [from, to] = text.split('..');
  return to === undefined ? text : { from, to };
}

/** A text that is no number stays one, and is complained of as such. */
function numberOf(text: string): number | string {
  return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;
}

function refused(flag: string, example: string, got: string): never {
  throw new TurnoutError('usage', { where: `--${flag}`, expected: `such as ${example}`, got });
}
