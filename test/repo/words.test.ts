/**
 * Words that make a text hard to read, and what to write in their place. Pages for readers have none; texts of the
 * command line and of errors have no more than the ceilings below, which may only fall.
 */

import { describe, expect, it } from 'vitest';
import { projectFiles, sourceFiles, textOf } from '../support/tree.ts';

/** What to look for, and what to write. */
const GLOSSARY: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\b(?:whoever|whomever|somebody|nobody|who asks)\b/gi, 'the caller, the user, no one, anyone'],
  [/\btold\b|\b(?:is|are|was|were) said\b/gi, 'reported, returned, shown, logged'],
  [/\bgo(?:es)? before\b/gi, 'overrides, takes precedence'],
  [/\banew\b/gi, 'again'],
  [/\bbesides?\b/gi, 'next to, alongside, compared with'],
  [/\b(?:is|are) kept\b|\bstands? there already\b/gi, 'is stored, is cached'],
  [/\bwhat rests\b/gi, 'the remainder, unused'],
  [/\b(?:reckon(?:s|ed|ing)?|poured)\b/gi, 'compute, loaded'],
  [/\b(?:now and then|in the end)\b/gi, 'a time or a condition'],
  [/\b(?:is|are) let rest\b/gi, 'is paused'],
  [/\bdoors?\b/gi, 'entry point, module'],
];

/** Texts for readers: pages in the root and in `docs/`, and those of clients and detectors. */
const pages = projectFiles().filter((path) =>
  /^(?:README|CHANGELOG|CONTRIBUTING)\.md$|^docs\/.*\.md$/.test(path),
);

/** Ceilings on words of the glossary in texts of the program. Lower them when texts get better; never raise them. */
const CEILINGS: readonly (readonly [name: string, inside: RegExp, most: number])[] = [
  ['the command line', /^cli\//, 0],
  ['errors.ts', /^errors\.ts$/, 0],
  ['hints and descriptions of the interface', /^(?:api|config)\//, 0],
];

/** Without code, and without the results of benches, whose figures have names of their own. */
function proseOf(page: string): string {
  const [prose = ''] = textOf(page).split('\n## Last figures');
  return prose.replace(/```.*?```/gs, '').replace(/`[^`\n]*`/g, '');
}

/** The sentences in a source file: quoted texts that hold a space. Names and comments are not texts for readers. */
function textsOf(source: string): string[] {
  const code = source.replace(/\/\*.*?\*\//gs, '').replace(/^\s*\/\/.*$/gm, '');
  return [...code.matchAll(/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g)]
    .map(([, single, double, template]) => single ?? double ?? template ?? '')
    .map((text) => text.replace(/\$\{[^}]*\}/g, ''))
    .filter((text) => text.includes(' '));
}

function hits(text: string): string[] {
  return GLOSSARY.flatMap(([pattern, instead]) =>
    [...text.matchAll(pattern)].map(([word]) => `"${word}": write ${instead}`),
  );
}

it('finds the words of the glossary, and not their parts', () => {
  expect(hits('Whoever asks is told anew.')).toHaveLength(3);
  expect(hits('The doorway is outdoors, beyond the goal.')).toEqual([]);
});

it.each(pages)('%s has none of the words', (page) => {
  expect(hits(proseOf(page))).toEqual([]);
});

describe.each(CEILINGS)('%s', (_name, inside, most) => {
  it('has no more of the words than before', () => {
    const found = sourceFiles()
      .filter((path) => inside.test(path))
      .flatMap((path) =>
        textsOf(textOf(path))
          .flatMap(hits)
          .map((hit) => `${path}: ${hit}`),
      );
    expect(found.length, found.join('\n')).toBeLessThanOrEqual(most);
    expect(found.length, 'the ceiling can be lowered').toBe(most);
  });
});
