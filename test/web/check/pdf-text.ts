/** The text of a PDF as Chromium writes them (ISO 32000-1, sections 9.4 and 9.10.3): what is on the paper, in the order of drawing. */

import { inflateSync } from 'node:zlib';

export function pdfText(pdf: Buffer): string {
  const objects = objectsOf(pdf);
  const fonts = new Map<string, ReadonlyMap<string, string>>();
  for (const { head } of objects.values()) {
    for (const [, name = '', id = ''] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const [, map = ''] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id)?.head ?? '') ?? [];
      fonts.set(name, lettersOf(objects.get(map)?.body ?? ''));
    }
  }
  return [...objects.values()].map(({ body }) => drawn(body, fonts)).join('');
}

interface PdfObject {
  readonly head: string;
  /** Its stream; empty where it has none. */
  readonly body: string;
}

function objectsOf(pdf: Buffer): ReadonlyMap<string, PdfObject> {
  const text = pdf.toString('latin1');
  const objects = new Map<string, PdfObject>();
  for (const { 0: begin, 1: id = '', index } of text.matchAll(/(\d+) 0 obj\s/g)) {
    const from = index + begin.length;
    const end = text.indexOf('endobj', from);
    const [stream] = /stream\r?\n/.exec(text.slice(from, end)) ?? [];
    const at = stream === undefined ? end : text.indexOf(stream, from);
    const bytes = pdf.subarray(at + (stream?.length ?? 0), text.indexOf('endstream', at));
    objects.set(id, {
      head: text.slice(from, at),
      body: stream === undefined ? '' : unpacked(bytes),
    });
  }
  return objects;
}

/** Pictures and fonts are packed in other ways, and have no text. */
function unpacked(bytes: Buffer): string {
  try {
    return inflateSync(bytes).toString('latin1');
  } catch {
    return '';
  }
}

/** Letters by glyph, both in hex. */
function lettersOf(map: string): ReadonlyMap<string, string> {
  const letters = new Map<string, string>();
  for (const [, from = '', to = '', first = ''] of map.matchAll(/<(\w{4})> <(\w{4})> <(\w{4})>/g)) {
    for (let at = 0; at <= Number.parseInt(to, 16) - Number.parseInt(from, 16); at += 1) {
      letters.set(
        hex(Number.parseInt(from, 16) + at),
        String.fromCharCode(Number.parseInt(first, 16) + at),
      );
    }
  }
  for (const [, glyph = '', letter = ''] of map.matchAll(/^<(\w{4})> <(\w{4,})>$/gm)) {
    letters.set(glyph.toUpperCase(), Buffer.from(letter, 'hex').swap16().toString('utf16le'));
  }
  return letters;
}

function hex(value: number): string {
  return value.toString(16).toUpperCase().padStart(4, '0');
}

function drawn(body: string, fonts: ReadonlyMap<string, ReadonlyMap<string, string>>): string {
  let letters: ReadonlyMap<string, string> = new Map();
  let text = '';
  for (const [, font, glyphs = ''] of body.matchAll(/\/(F\d+) [\d.]+ Tf|<([0-9A-Fa-f]+)>/g)) {
    if (font !== undefined) letters = fonts.get(font) ?? new Map();
    else
      for (const [glyph] of glyphs.matchAll(/\w{4}/g))
        text += letters.get(glyph.toUpperCase()) ?? '';
  }
  return text;
}
