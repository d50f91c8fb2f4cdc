/** Changes inside a flow collection, `{…}` or `[…]`: it is written anew in its place, and the lines around stay. */

import { Document, isCollection, type YAMLMap, type YAMLSeq } from 'yaml';
import type { TreeChange, TreePath } from './tree-change.ts';
import { WRITING } from './writing.ts';

/** A flow collection in a text. */
export interface FlowPlace {
  readonly path: TreePath;
  readonly start: number;
  readonly end: number;
}

/** The outermost flow collection that a change happens in; null where all is written in blocks. */
export function flowOf(document: Document, change: TreeChange): FlowPlace | null {
  const path = change.op === 'append' ? change.path : change.path.slice(0, -1);
  for (let depth = 0; depth <= path.length; depth += 1) {
    const way = path.slice(0, depth);
    const node = depth === 0 ? document.contents : document.getIn(way, true);
    if (isCollection(node) && node.flow && node.range) {
      return { path: way, start: node.range[0], end: node.range[1] };
    }
  }
  return null;
}

/** The text with what `changed` has at the place; null where that needs more than one line. */
export function spliceFlow(text: string, place: FlowPlace, changed: Document): string | null {
  const node = place.path.length === 0 ? changed.contents : changed.getIn(place.path, true);
  if (!isCollection(node)) return null;
  const written = new Document();
  written.contents = withoutComments(node);
  const inline = written.toString(WRITING).trimEnd();
  if (inline.includes('\n')) return null;
  return text.slice(0, place.start) + inline + text.slice(place.end);
}

/** Comments before and after it stand in the text already; those inside make it longer than a line. */
function withoutComments(node: YAMLMap | YAMLSeq): Document['contents'] {
  const copy = node.clone() as NonNullable<Document['contents']>;
  copy.comment = null;
  copy.commentBefore = null;
  return copy;
}
