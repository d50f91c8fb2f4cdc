/**
 * Which texts are integers: pydantic's rules, which take ` 5`, `1_000`, `05` and `1.0` but not `1e3`. Source: protocols
 * page 1.3, and the order of steps of pydantic-core.
 */

/** What Unicode calls white space: JavaScript's own trim keeps U+0085 and takes U+FEFF. */
const SPACE = '[\\t-\\r \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]';
const ENDS = new RegExp(`^${SPACE}+|${SPACE}+$`, 'gu');

/** Digits, and the minus, that a text may have; pydantic refuses more, for the time they would take. */
const MAX_LENGTH = 4_300;

/** The text without white space at its ends. */
export function trimSpace(text: string): string {
  return text.replace(ENDS, '');
}

/** The integer; `size` where it has too many digits, null where the text is none. */
export function integerOf(text: string): bigint | 'size' | null {
  if (isTooLong(text)) return 'size';
  const plain = trimSpace(text).replace(/^\+(?!-)/, '');
  const isNegative = plain.startsWith('-');
  const digits = digitsOf(isNegative ? plain.slice(1) : plain);
  if (digits === null || digits.length + Number(isNegative) > MAX_LENGTH) return null;
  if (!isNegative) return BigInt(digits);
  return digits.startsWith('-') ? null : -BigInt(digits);
}

/** Only what begins as a plain number is counted; what must be cleaned first is simply no integer when it is too long. */
function isTooLong(text: string): boolean {
  const [number = ''] = /^-?[1-9]\d*/.exec(text) ?? [];
  return number.length > MAX_LENGTH;
}

/** The digits of a text without its sign, or null. */
function digitsOf(text: string): string | null {
  const whole = withoutLeadingZeros(text)?.replace(/\.0+$/, '') ?? '';
  return /^-?(?:0|[1-9]\d*(?:_\d+)*)$/.test(whole) ? whole.replaceAll('_', '') : null;
}

/**
 * Zeros in front go, and underscores among them: `0__1` is 1, though `1__0` is nothing, and `0-5` is -5. Where nothing
 * else is left one digit stays.
 */
function withoutLeadingZeros(text: string): string | null {
  if (!/^\d/.test(text)) return null;
  const zeros = /^0[0_]*/.exec(text)?.[0].length ?? 0;
  const rest = text.slice(zeros);
  return zeros > 0 && !/^[-1-9]/.test(rest) ? text.slice(zeros - 1) : rest;
}
