/**
 * XML as a tree of elements by their local names: cameras use any prefix for any namespace, and the names alone are
 * clear in what they answer. What is not well-formed is null.
 */

import { Parser } from 'saxen';

export interface Element {
  /** Without its prefix. */
  readonly name: string;
  /** By local name. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly Element[];
  /** Its own text, without the spaces around it. */
  readonly text: string;
}

interface Open {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: Element[];
  text: string;
}

/** Deepest nesting and most elements that are read; answers of cameras have a tenth of it. Chosen here. */
const MAX_DEPTH = 64;
const MAX_ELEMENTS = 50_000;

/** The outermost element; null for what is not well-formed, or beyond all measure. */
export function readXml(xml: string): Element | null {
  const root: Open = { name: '', attributes: new Map(), children: [], text: '' };
  const stack = [root];
  let elements = 0;
  let isBroken = false;
  const parser = new Parser();
  const giveUp = () => {
    isBroken = true;
    parser.stop();
  };
  parser.on('openTag', (name, attributes, decode) => {
    elements += 1;
    if (stack.length > MAX_DEPTH || elements > MAX_ELEMENTS) {
      giveUp();
      return;
    }
    const own = Object.entries(attributes()).map(
      ([key, value]) => [localName(key), decode(value)] as const,
    );
    stack.push({ name: localName(name), attributes: new Map(own), children: [], text: '' });
  });
  parser.on('closeTag', () => {
    const closed = stack.length > 1 ? stack.pop() : undefined;
    if (closed === undefined) return;
    stack.at(-1)?.children.push({ ...closed, text: closed.text.trim() });
  });
  const add = (text: string) => {
    const open = stack.at(-1);
    if (open !== undefined) open.text += text;
  };
  parser.on('text', (text, decode) => add(decode(text)));
  parser.on('cdata', add);
  parser.on('warn', () => undefined);
  parser.on('error', giveUp);
  parser.parse(xml);
  return isBroken || stack.length !== 1 ? null : (root.children[0] ?? null);
}

/** The first element of this name within, itself included, from the top down. */
export function find(element: Element | null | undefined, name: string): Element | null {
  if (element === null || element === undefined) return null;
  if (element.name === name) return element;
  for (const child of element.children) {
    const found = find(child, name);
    if (found !== null) return found;
  }
  return null;
}

/** All elements of this name within, in order; none within another of them. */
export function findAll(element: Element | null, name: string): readonly Element[] {
  if (element === null) return [];
  if (element.name === name) return [element];
  return element.children.flatMap((child) => findAll(child, name));
}

/** The text of the first element of this name within; null where there is none or it is empty. */
export function textOf(element: Element | null, name: string): string | null {
  const text = find(element, name)?.text ?? '';
  return text === '' ? null : text;
}

/** A text made harmless between tags. */
export function escaped(text: string): string {
  const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
  return text.replace(/[&<>]/g, (sign) => SIGNS[sign] ?? sign);
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
