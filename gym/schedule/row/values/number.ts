/** Numbers, shares and money as people write them. */

/** Which sign stands before the fraction where a number has only one sign. */
export type DecimalMark = '.' | ',';

/** A count of people: alone, of so many places (`12/20`), or as a share of the places (`60%`). */
export interface Count {
  readonly people: number | null;
  readonly places: number | null;
  /** 0..1. */
  readonly share: number | null;
}

const OF = /^(-?\d+)\s*(?:\/|of|von|de)\s*(\d+)$/i;
const PERCENT = /^(-?\d+(?:[.,]\d+)?)\s*%$/;
const WHOLE = /^-?\d{1,3}(?:[,.' ]\d{3})+$|^-?\d+(?:[.,]0+)?$/;

/** Null for what is no whole number, number of places or percentage. */
export function readCount(text: string): Count | null {
  const of = OF.exec(text);
  if (of !== null) return { people: Number(of[1]), places: Number(of[2]), share: null };
  const percent = PERCENT.exec(text);
  if (percent !== null) {
    return { people: null, places: null, share: Number(percent[1]?.replace(',', '.')) / 100 };
  }
  if (!WHOLE.test(text)) return null;
  const digits = text.replace(/[.,]0{1,2}$/, '').replace(/[,.' ]/g, '');
  return { people: Number(digits), places: null, share: null };
}

/** Thousandths of the unit of a currency: `£1,234.50`, `1.234,50 €`, `(12.00)`; null for what is no amount. */
export function readMoneyMilli(text: string, mark: DecimalMark): number | null {
  const isNegative = /^\(.*\)$/.test(text) || /^[^\d]*[-−]/.test(text) || /\d\s*[-−]$/.test(text);
  const number = text.replace(/\p{Sc}|\p{L}{1,3}\.?|[()\s'−-]/gu, '');
  if (!/^\d[\d.,]*$/.test(number)) return null;
  const plain = plainNumber(number, mark);
  if (plain === null) return null;
  const milli = Math.round(Number(plain) * 1000);
  return isNegative && milli !== 0 ? -milli : milli;
}

/** The mark of a column: a comma where any of its amounts can only be read so. */
export function decideDecimalMark(texts: readonly string[]): DecimalMark {
  return texts.some((text) => /\d,\d{1,2}(?!\d)/.test(text)) ? ',' : '.';
}

/** `1.234,5` and `1,234.5` as `1234.5`; null where the signs make no sense. */
function plainNumber(text: string, mark: DecimalMark): string | null {
  const lastComma = text.lastIndexOf(',');
  const lastDot = text.lastIndexOf('.');
  // With both signs the last one stands before the fraction, whatever the rest of the column does.
  const decimal = lastComma >= 0 && lastDot >= 0 ? (lastComma > lastDot ? ',' : '.') : mark;
  const [whole = '', fraction, ...more] = text.split(decimal);
  if (more.length > 0) return groups(text);
  const ungrouped = groups(whole);
  if (ungrouped === null || (fraction !== undefined && !/^\d*$/.test(fraction))) return null;
  return fraction === undefined ? ungrouped : `${ungrouped}.${fraction === '' ? '0' : fraction}`;
}

/** A whole number without the signs between its thousands. */
function groups(text: string): string | null {
  return /^\d{1,3}(?:([.,])\d{3}(?:\1\d{3})*)?$|^\d+$/.test(text)
    ? text.replace(/[.,]/g, '')
    : null;
}
