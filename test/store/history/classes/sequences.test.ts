import { expect, it } from 'vitest';
import { openTestHistory } from '../folder.fixture.ts';
import { digestOf, liveThrough } from './sequences.fixture.ts';

/**
 * Of the lives of seeds 1, 2, 3 and so on. Recorded at revision a8895efe, whose imports stored what each class was before
 * them; seed 27 since what was found out stays with the id of its class, 12 and 17 since an undo that would change nothing is
 * refused, and those with an unknown class since its refusal names `turnout schedule export`. With `SHOW_LIFE=7` the life of that seed is printed, to be compared between two revisions.
 */
const LIVES = `
e17f7b96 cd1016fe b2a48ef4 32c83e77 b930ee71 fd860194 b6b3937f 7a93055a 92c63368 3c009816 d0c2ce78 27f23b59
a2490723 b313c5e7 957c511c 847b3870 f6f23ce7 961dc5e2 c4a48f22 f330ee89 5da85057 7ad6524f 2580c3d2 6a2b67f7
03422ee8 8307511c 555058b0 06c18be0 9afe832a d83c9c66 bb2543ad 9cdc00a5 0ca7ffbe 9e862140 c62481ea 76b754be`
  .trim()
  .split(/\s+/)
  .map((digest, at) => [at + 1, digest] as const);

it.each(LIVES)('a random life is as it always was, seed %i', async (seed, digest) => {
  const { history, clock } = await openTestHistory();
  const life = await liveThrough(seed, { classes: history.classes, clock });
  if (process.env['SHOW_LIFE'] === String(seed)) console.log(JSON.stringify(life, null, 1));
  expect(digestOf(life)).toBe(digest);
});
