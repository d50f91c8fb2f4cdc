/** The mark of the program: the places of a room, seven of nine taken. */

import { type Html, html } from './html.ts';

const ROWS = [9, 16, 23];
const EMPTY = new Set(['23 16', '23 9']);

const places: readonly Html[] = ROWS.flatMap((y) =>
  ROWS.map((x) => {
    const opacity = EMPTY.has(`${x} ${y}`) ? '.35' : '1';
    return html`<circle cx="${x}" cy="${y}" r="2.6" opacity="${opacity}"/>`;
  }),
);
const shapes = html`<rect width="32" height="32" rx="8" fill="#0b6b5b"/><g fill="#fff">${places}</g>`;

/** Next to the name, which says it in words. */
export const MARK = html`<svg viewBox="0 0 32 32" width="30" height="30" aria-hidden="true" focusable="false">${shapes}</svg>`;

/** For the tab of a browser, without asking for another file. */
export const FAVICON = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${shapes.text}</svg>`,
)}`;
