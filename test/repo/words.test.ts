/**
 * Words that make a text hard to read, and what to write in their place. Pages for readers, and the texts of the program,
 * have none.
 */

import { expect, it } from 'vitest';
import { projectFiles, sourceFiles, textOf } from '../support/tree.ts';

/** What to look for, and what to write. */
const GLOSSARY: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\b(?:whoever|whomever|somebody|nobody|who asks)\b/gi, 'the caller, the user, no one, anyone'],
  [/\b(?:told|says)\b|\b(?:is|are|was|were|be|been) said\b/gi, 'reported, returned, shown, logged'],
  [/\bgo(?:es)? before\b/gi, 'overrides, takes precedence'],
  [/\banew\b/gi, 'again'],
  [/\bbesides?\b/gi, 'next to, alongside, compared with'],
  [/\bkept\b|\bstands? there\b/gi, 'stored, cached'],
  [/\bwhat rests\b|\brests\b/gi, 'the remainder, unused'],
  [/\b(?:reckon(?:s|ed|ing)?|pour(?:s|ed|ing)?)\b/gi, 'compute, loaded'],
  [/\b(?:fold(?:s|ed|ing)|lays?|laid|hears?|heard)\b/gi, 'normalise, load, apply'],
  [/\b(?:now and then|in the end|with it)\b/gi, 'a time or a condition'],
  [/\blet rest\b/gi, 'is paused'],
  [/\bdoors?\b|\batelier\b|\bshel(?:f|ves)\b/gi, 'entry point, module'],
];

/** Texts for readers: pages in the root and in `docs/`, and those of clients and detectors. */
const pages = projectFiles().filter((path) =>
  /^(?:README|CHANGELOG|CONTRIBUTING)\.md$|^docs\/.*\.md$|^(?:clients\/\w+\/README|detectors\/[\w-]+)\.md$/.test(
    path,
  ),
);

/** Texts of the program. */
const TEXTS: readonly (readonly [name: string, inside: RegExp])[] = [
  ['the command line', /^cli\//],
  ['errors.ts', /^errors\.ts$/],
  ['hints and descriptions of the interface', /^(?:api|config)\//],
  // The words that the grammar knows are words of questions.
  ['sentences of answers', /^ask\/(?!grammar\/(?:marks|text|language)\b)/],
  ['hints and reports', /^(?:detectors|engine|gym|runtime|service|store)\//],
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

it.each(TEXTS)('%s has none of the words', (_name, inside) => {
  const found = sourceFiles()
    .filter((path) => inside.test(path))
    .flatMap((path) =>
      textsOf(textOf(path))
        .flatMap(hits)
        .map((hit) => `${path}: ${hit}`),
    );
  expect(found).toEqual([]);
});
