/**
 * Makes a part of the page as the server draws it now, and touches nothing that is the same: focus, selection, what is folded
 * open and how far a table is scrolled stay. Elements with the same `data-key` or id are the same thing.
 */

/** Attributes that belong to the reader, and to the script. */
const PRESERVED = new Set(['open', 'data-state', 'data-is']);

/** @param will Is taken apart. */
export function patch(is: Element, will: Element): void {
  for (const { name } of [...is.attributes]) {
    if (!will.hasAttribute(name) && !PRESERVED.has(name)) is.removeAttribute(name);
  }
  for (const { name, value } of will.attributes) {
    if (is.getAttribute(name) !== value && !PRESERVED.has(name)) is.setAttribute(name, value);
  }
  patchChildren(is, will);
}

function patchChildren(is: Element, will: Element): void {
  const all = [...will.childNodes];
  let at = is.firstChild;
  for (const [place, next] of all.entries()) {
    const rest = all.slice(place);
    // What has no key is gone where nothing of its kind is to come: what stands behind it keeps its place.
    while (at !== null && keyOf(at) === null && !rest.some(likeOf(at))) at = removed(at);
    const same = sameAs(next, at);
    if (same === null) {
      is.insertBefore(document.adoptNode(next), at);
      continue;
    }
    if (same === at) at = at.nextSibling;
    else is.insertBefore(same, at);
    if (same instanceof Element && next instanceof Element) patch(same, next);
    else if (same.nodeValue !== next.nodeValue) same.nodeValue = next.nodeValue;
  }
  while (at !== null) at = removed(at);
}

/** @returns what came behind it. */
function removed(node: ChildNode): ChildNode | null {
  const next = node.nextSibling;
  node.remove();
  return next;
}

/** What `next` is now: `at`, or for what has a key one of its later siblings. Null where it is new. */
function sameAs(next: ChildNode, at: ChildNode | null): ChildNode | null {
  const isLike = likeOf(next);
  for (let one = at; one !== null; one = one.nextSibling) {
    if (isLike(one)) return one;
    if (keyOf(next) === null) return null;
  }
  return null;
}

const likeOf = (node: ChildNode) => (other: ChildNode) =>
  other.nodeName === node.nodeName && keyOf(other) === keyOf(node);

function keyOf(node: ChildNode): string | null {
  if (!(node instanceof Element)) return null;
  return node.getAttribute('data-key') ?? node.getAttribute('id');
}
