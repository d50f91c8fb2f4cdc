/** How new YAML is written: as people write it, outlines of zones in one line, everything else in blocks. */

import { Document, isScalar, isSeq, Scalar, visit } from 'yaml';

/** Long addresses must stay in one line. */
export const WRITING = { lineWidth: 0, flowCollectionPadding: false } as const;

/** A value as a node of `document`. */
export function valueNode(document: Document, value: unknown) {
  const node = document.createNode(value);
  visit(node, {
    Seq: (_, seq) => {
      const isFlat = seq.items.every((item) => isScalar(item) || isSeq(item));
      if (isFlat && seq.items.length > 0) seq.flow = true;
    },
  });
  return node;
}

/** Lines of a value in block style, `indent` spaces in, each with its line end. */
export function blockLines(value: unknown, indent: number, lineEnd: string): string {
  const document = new Document();
  document.contents = valueNode(document, value);
  const lines = document.toString(WRITING).trimEnd().split('\n');
  return lines.map((line) => `${' '.repeat(line === '' ? 0 : indent)}${line}${lineEnd}`).join('');
}

/** A single value, in quotes of the kind that `old` has; null where it needs more than one line. */
export function inlineValue(value: unknown, old: Scalar): string | null {
  const scalar = new Scalar(value);
  const { type } = old;
  const isQuoted = type === Scalar.QUOTE_DOUBLE || type === Scalar.QUOTE_SINGLE;
  if (isQuoted && typeof value === 'string') scalar.type = type;
  const text = new Document(scalar).toString(WRITING).trimEnd();
  return text.includes('\n') ? null : text;
}
