/** The questions are older than the grammar that reads them: by the history, where there is one. */

import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

const root = new URL('../../../', import.meta.url);

function firstCommitOf(path: string): string | null {
  try {
    const out = execFileSync('git', ['log', '--diff-filter=A', '--format=%H', '--', path], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return out.trim().split('\n').at(-1) || null;
  } catch {
    return null;
  }
}

const questions = firstCommitOf('test/ask/questions-2026/held-out.json');
const grammar = firstCommitOf('ask/grammar/marks/find-marks.ts');

it.skipIf(questions === null || grammar === null)('the questions came first', () => {
  const order = ['merge-base', '--is-ancestor', questions ?? '', grammar ?? ''];
  expect(() => execFileSync('git', order, { cwd: root, stdio: 'ignore' })).not.toThrow();
});
