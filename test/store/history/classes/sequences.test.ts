import { expect, it } from 'vitest';
import { openTestHistory } from '../folder.fixture.ts';
import { digestOf, liveThrough } from './sequences.fixture.ts';

/**
 * Of the lives of seeds 1, 2, 3 and so on. Recorded at revision a8895efe, whose imports stored what each class was before
 * them; seed 27 since what was found out stays with the id of its class, 12 and 17 since an undo that would change nothing is
 * refused. With `SHOW_LIFE=7` the life of that seed is printed, to be compared between two revisions.
 */
const LIVES = `
e17f7b96 eb056d8a 32e17784 32c83e77 03a11a96 fd860194 b6b3937f 8bcc42e1 dcacffba 3c009816 d0c2ce78 27f23b59
3a24845c fa5dd999 957c511c 847b3870 aa0397cf 961dc5e2 c4a48f22 ae217a3a 801c014f 7ad6524f 2580c3d2 6a2b67f7
1b23cae0 8307511c 555058b0 9a83043a 9afe832a d83c9c66 aa69be39 3da99ab5 0ca7ffbe 83302681 c62481ea 90d36c85`
  .trim()
  .split(/\s+/)
  .map((digest, at) => [at + 1, digest] as const);

it.each(LIVES)('a random life is as it always was, seed %i', async (seed, digest) => {
  const { history, clock } = await openTestHistory();
  const life = await liveThrough(seed, { classes: history.classes, clock });
  if (process.env['SHOW_LIFE'] === String(seed)) console.log(JSON.stringify(life, null, 1));
  expect(digestOf(life)).toBe(digest);
});
