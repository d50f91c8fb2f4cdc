/**
 * The letters of every picture that is drawn: Inter, which comes with the program, so that a picture is the same on every
 * computer, and on one without any font. Inter 4, SIL Open Font License 1.1: `inter/LICENSE`.
 */

import { fileURLToPath } from 'node:url';
import { installedFile } from '../../runtime/installation.ts';

type Library = typeof import('@napi-rs/canvas');

/** A file for each alphabet and weight, as they are published for web pages. */
const ALPHABETS = ['latin', 'latin-ext', 'greek', 'cyrillic'] as const;
const WEIGHTS = [400, 700] as const;

const familyOf = (alphabet: string): string => `Turnout ${alphabet}`;

/** For the `font` of a canvas. Letters of other alphabets are those of the computer, if it has them. */
export const FAMILIES = [...ALPHABETS.map((one) => `"${familyOf(one)}"`), 'sans-serif'].join(', ');

let loaded: Promise<Library> | null = null;

/** The canvas, with its letters. Loaded with the first picture: 36 MB, which a program that draws none does without. */
export function canvasLibrary(): Promise<Library> {
  loaded ??= import('@napi-rs/canvas').then((library) => {
    for (const alphabet of ALPHABETS) {
      for (const weight of WEIGHTS) {
        const file = installedFile(
          `engine/pictures/inter/inter-${alphabet}-${weight}-normal.woff2`,
        );
        library.GlobalFonts.registerFromPath(fileURLToPath(file), familyOf(alphabet));
      }
    }
    return library;
  });
  return loaded;
}
