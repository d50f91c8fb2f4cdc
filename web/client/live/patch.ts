/**
 * Makes a part of the page as the server draws it now, and touches nothing that is the same: focus, selection, what is folded
 * open and how far a table is scrolled stay. Elements with the same `data-key` or id are the same thing.
 */

interface PatchRules {
  /** Before an element goes away, or becomes something that does not draw itself. */
  readonly leave: (element: Element) => void;
}

/** Attributes that belong to the reader, and to what draws itself. */
const KEPT = new Set(['open', 'data-state']);

/** @param will Is taken apart. */
export function patch(is: Element, will: Element, rules: PatchRules): void {
  const isLive = is.getAttribute('data-live');
  if (isLive !== will.getAttribute('data-live')) rules.leave(is);
  // What draws itself knows better.
  else if (isLive !== null && is.getAttribute('data-id') === will.getAttribute('data-id')) return;
  for (const { name } of [...is.attributes]) {
    if (!will.hasAttribute(name) && !KEPT.has(name)) is.removeAttribute(name);
  }
  for (const { name, value } of will.attributes) {
    if (is.getAttribute(name) !== value && !KEPT.has(name)) is.setAttribute(name, value);
  }
  patchChildren(is, will, rules);
}

function patchChildren(is: Element, will: Element, rules: PatchRules): void {
  let at = is.firstChild;
  for (const next of [...will.childNodes]) {
    const same = sameAs(next, at);
    if (same === null) {
      is.insertBefore(document.adoptNode(next), at);
      continue;
    }
    if (same === at) at = at.nextSibling;
    else is.insertBefore(same, at);
    if (same instanceof Element && next instanceof Element) patch(same, next, rules);
    else if (same.nodeValue !== next.nodeValue) same.nodeValue = next.nodeValue;
  }
  while (at !== null) {
    const gone: ChildNode = at;
    at = at.nextSibling;
    if (gone instanceof Element) rules.leave(gone);
    gone.remove();
  }
}

/** What `next` is now: `at`, or for what has a key one of its later siblings. Null where it is new. */
function sameAs(next: ChildNode, at: ChildNode | null): ChildNode | null {
  const key = keyOf(next);
  if (key === null) {
    const isSame = at !== null && at.nodeName === next.nodeName && keyOf(at) === null;
    return isSame ? at : null;
  }
  for (let one = at; one !== null; one = one.nextSibling) {
    if (one.nodeName === next.nodeName && keyOf(one) === key) return one;
  }
  return null;
}

function keyOf(node: ChildNode): string | null {
  if (!(node instanceof Element)) return null;
  return node.getAttribute('data-key') ?? node.getAttribute('id');
}
