/**
 * Changes to the YAML of the file that keep everything else as it is: comments, order, quotes, blank lines, every byte.
 *
 * A change is a splice in the text. The parsed document only says where things are; it is never written out, because
 * that would indent, space and break lines again in all of the file. What the new text means is compared with what the
 * change means for plain values, so that a file written in a way that the splices do not know is refused, not damaged.
 */

import { isDeepStrictEqual } from 'node:util';
import { parseDocument } from 'yaml';
import { TurnoutError } from '../../../errors.ts';
import type { TreeChange, TreePath } from '../tree-change.ts';
import { spliceText } from './splice.ts';

/**
 * The text with the change made. `text` must be YAML without faults.
 *
 * @throws `config_edit_failed` where the file is written in a way that the change cannot be made in, such as an alias
 *   in place of a list.
 */
export function changeText(text: string, change: TreeChange): string {
  const document = parseDocument(text, { keepSourceTokens: true });
  const changed = spliceText(text, document, change);
  const wanted = changeTree(document.toJS(), change);
  if (changed !== null && isDeepStrictEqual(meaning(changed), wanted)) return changed;
  throw new TurnoutError('config_edit_failed', {
    where: change.path.join('.'),
    expected: 'YAML that can be changed in place, without aliases and tags',
    got: 'a place that is written in another way',
    hint: 'nothing was changed; make this change by hand',
  });
}

function meaning(text: string): unknown {
  const document = parseDocument(text);
  return document.errors.length > 0 ? undefined : document.toJS();
}

/** A copy of the tree with the change made; parts of it are shared with the tree. */
function changeTree(tree: unknown, change: TreeChange): unknown {
  return changeAt(tree, change.path, change);
}

function changeAt(value: unknown, [step, ...deeper]: TreePath, change: TreeChange): unknown {
  if (step === undefined) {
    if (change.op === 'delete') return undefined;
    return change.op === 'set' ? change.value : [...asList(value), change.value];
  }
  const isGone = change.op === 'delete' && deeper.length === 0;
  if (typeof step === 'number') {
    const list = asList(value);
    return isGone ? list.toSpliced(step, 1) : list.with(step, changeAt(list[step], deeper, change));
  }
  const { [step]: old, ...rest } = (value ?? {}) as Record<string, unknown>;
  return isGone ? rest : { ...rest, [step]: changeAt(old, deeper, change) };
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
