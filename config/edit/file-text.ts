/**
 * Whose texts an edit writes. In `turnout.yaml` a text may name variables, so a text that comes over HTTP is written as a
 * literal: an owner of a gym must not read the variables of the computer.
 */

import { literal } from '../values/interpolation.ts';

/** `file`: a command of this computer, whose `${NAME}` is a variable. `plain`: anyone over HTTP, whose text is text. */
export type Language = 'file' | 'plain';

/** A text that is in the language of the file already: an address with its variables. Any other text of an edit may be plain. */
export class FileText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** The value as the file writes it, with all texts in it. Keys of maps are never filled in, and stay. */
export function asFileWrites(value: unknown, language: Language): unknown {
  if (value instanceof FileText) return value.text;
  if (typeof value === 'string') return language === 'plain' ? literal(value) : value;
  if (Array.isArray(value)) return value.map((entry) => asFileWrites(entry, language));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key, asFileWrites(entry, language)]),
  );
}
