/**
 * Changes to the YAML of the file that keep everything else as it is: comments, order, quotes, blank lines, every byte.
 *
 * Each change is made twice: on the document, which says what the file must mean afterwards, and as a splice in the
 * text, which leaves all other text alone. The splice is taken where it means the same; where a file is written too
 * unusually for it (anchors, flow collections with comments), the document is written out, which keeps comments but may
 * space and indent anew.
 */

import { isDeepStrictEqual } from 'node:util';
import { type Document, isSeq, parseDocument } from 'yaml';
import { flowOf, spliceFlow } from './flow.ts';
import { spliceText } from './splice.ts';
import type { TreeChange } from './tree-change.ts';
import { valueNode, WRITING } from './writing.ts';

/** The text with the change made. `text` must be YAML without faults. */
export function changeText(text: string, change: TreeChange): string {
  const document = parseDocument(text, { keepSourceTokens: true });
  const flow = flowOf(document, change);
  const inBlocks = spliceText(text, document, change);
  changeDocument(document, change);
  const inFlow = flow === null ? null : spliceFlow(text, flow, document);
  const wanted: unknown = document.toJS();
  const spliced = [inBlocks, inFlow].find(
    (candidate) => candidate !== null && isDeepStrictEqual(meaning(candidate), wanted),
  );
  return spliced ?? document.toString(WRITING);
}

function meaning(text: string): unknown {
  const document = parseDocument(text);
  return document.errors.length > 0 ? undefined : document.toJS();
}

function changeDocument(document: Document, change: TreeChange): void {
  if (change.op === 'delete') {
    document.deleteIn(change.path);
    return;
  }
  const list = change.op === 'append' ? document.getIn(change.path, true) : null;
  if (isSeq(list)) list.add(valueNode(document, change.value));
  else {
    const value = change.op === 'append' ? [change.value] : change.value;
    document.setIn(change.path, valueNode(document, value));
  }
}
