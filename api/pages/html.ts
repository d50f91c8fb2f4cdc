/**
 * Pages as templates: `` html`<p title="${title}">${text}</p>` ``. Whatever stands in a hole is escaped, both for text and
 * for quoted attributes; only another piece of html goes in as it is. There is no way round it. Not for holes within
 * script, style, comments, names of tags or attributes, and addresses (`href`) that are not our own.
 */

/** Markup that was made by {@link html}. */
export class Html {
  readonly text: string;

  constructor(strings: readonly string[], holes: readonly Hole[]) {
    this.text = strings.reduce((before, literal, at) => {
      if (/=\s*$/.test(strings[at - 1] ?? '')) throw new Error('an attribute needs quotes');
      return before + written(holes[at - 1]) + literal;
    });
  }
}

/** What may stand in a hole: lists one after the other, null as nothing. */
export type Hole = string | number | Html | null | undefined | readonly Hole[];

/** Markup with every hole escaped. Throws for a hole that would be an attribute without quotes. */
export function html(strings: TemplateStringsArray, ...holes: readonly Hole[]): Html {
  return new Html(strings, holes);
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
};

function written(hole: Hole): string {
  if (hole === null || hole === undefined) return '';
  if (hole instanceof Html) return hole.text;
  if (typeof hole === 'object') return hole.map(written).join('');
  return visible(String(hole)).replace(/[&<>"'`]/g, (character) => ENTITIES[character] ?? '');
}

/** Controls, and marks that turn the direction of a line, become U+FFFD: no one reads them, they only mislead. */
function visible(text: string): string {
  return text.replace(/[^\P{Cc}\t\n\r]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '\ufffd');
}
