/** How new YAML is written: as people write it, outlines of zones in one line, everything else in blocks. */

import { Document, isScalar, isSeq, Scalar, visit } from 'yaml';

/** Long addresses must stay in one line, and so must texts with line breaks: they go to any depth. */
const WRITING = {
  lineWidth: 0,
  doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
  flowCollectionPadding: false,
} as const;

/** Lines of a value in block style, `indent` spaces in, each with its line end. */
export function blockLines(value: unknown, indent: number, lineEnd: string): string {
  const document = new Document(value);
  visit(document, {
    Scalar: (_, node) => inOneLine(node),
    Seq: (_, seq) => {
      const isFlat = seq.items.every((item) => isScalar(item) || isSeq(item));
      if (isFlat && seq.items.length > 0) seq.flow = true;
    },
  });
  const lines = document.toString(WRITING).trimEnd().split('\n');
  return lines.map((line) => `${' '.repeat(line === '' ? 0 : indent)}${line}${lineEnd}`).join('');
}

/** A value in one line, in flow style. */
export function flowText(value: unknown): string {
  const document = new Document([value]);
  visit(document, {
    // Inside brackets, where more characters need quotes.
    Collection: (_, node) => {
      node.flow = true;
    },
    Scalar: (_, node) => inOneLine(node),
  });
  return document.toString(WRITING).trimEnd().slice(1, -1);
}

/** A single value, in quotes of the kind that `old` has. */
export function inlineValue(value: unknown, old: Scalar): string {
  const scalar = new Scalar(value);
  const { type } = old;
  const isQuoted = type === Scalar.QUOTE_DOUBLE || type === Scalar.QUOTE_SINGLE;
  if (isQuoted && typeof value === 'string') scalar.type = type;
  inOneLine(scalar);
  return new Document(scalar).toString(WRITING).trimEnd();
}

/** Blanks at an end, marks of documents and what is not printed: YAML reads it in another way outside double quotes. */
const NEEDS_QUOTES = /^(?:\s|---|\.\.\.)|\s$|[\p{Cc}\p{Zl}\p{Zp}\ufeff]/u;

function inOneLine(scalar: Scalar): void {
  const { value } = scalar;
  if (typeof value === 'string' && NEEDS_QUOTES.test(value)) scalar.type = Scalar.QUOTE_DOUBLE;
}
