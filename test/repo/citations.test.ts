/** Comments cite only what a reader of the repository can open: a page here with its heading, an RFC, or a published page. */

import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { headingsOf } from '../support/headings.ts';
import { projectFiles, textOf } from '../support/tree.ts';

const files = projectFiles();
const names = new Set(files.map((path) => posix.basename(path)));
const code = files.filter(
  (path) => /\.(?:ts|js|mjs|cjs|py|yaml)$/.test(path) && !path.startsWith('test/repo/'),
);

/** Pages outside the repository, by the names under which they were cited. */
const OUTSIDE =
  /\b(?:decisions|protocols) pages?\b|\bthe (?:design|domain|interface|spec) pages?\b|\bshared\/(?:design|spec)\/\w+\.md/gi;
/** A page in Markdown, with the anchor of a heading or without; a glob or an address is none. */
const PAGE = /(?<![\w*/.:~$}-])((?:[\w.-]+\/)*[\w.-]+\.md)(?:#([\w-]+))?(?![\w*])/g;

/** What is cited in the text and cannot be opened. */
function deadCitations(text: string): string[] {
  const outside = [...text.matchAll(OUTSIDE)].map(([cited]) => cited);
  const dead = [...text.matchAll(PAGE)].filter(([, path = '', anchor]) => {
    if (path.startsWith('docs/')) {
      if (!files.includes(path)) return true;
      return anchor !== undefined && !headingsOf(textOf(path)).includes(anchor);
    }
    return !names.has(posix.basename(path));
  });
  return [...outside, ...dead.map(([cited]) => cited)];
}

it.each([
  ['Source: docs/method.md#grades.', []],
  ['Source: docs/method.md#no-such-heading.', ['docs/method.md#no-such-heading']],
  ['Source: `domain.md` e2.', ['domain.md']],
  ['Source: the decisions page.', ['decisions page']],
  ['Source: RFC 9110, section 4.1.', []],
])('"%s" cites what cannot be opened: %j', (text, dead) => {
  expect(deadCitations(text)).toEqual(dead);
});

describe('no file of code cites a page that is not in the repository', () => {
  it('by name, or by an anchor that its page does not have', () => {
    const faults = code.flatMap((path) =>
      deadCitations(textOf(path)).map((cited) => `${path}: ${cited}`),
    );
    expect(faults).toEqual([]);
  });
});
