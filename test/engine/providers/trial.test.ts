/** The real package that is installed here, in processes of their own: what it offers differs by platform. */

import { expect, test } from 'vitest';
import { PROVIDERS } from '../../../detectors/onnx/providers.ts';
import { tryApart } from '../../../engine/providers/trial.ts';

test('the processor looks at a picture, and the package says what it offers', async () => {
  const trial = await tryApart('cpu');
  expect(trial).toMatchObject({ outcome: 'works', lookMs: expect.any(Number) });
  expect(trial.runtime?.version).toMatch(/^\d+\.\d+\.\d+$/);
  expect(trial.runtime?.providers).toContainEqual({ name: 'cpu', bundled: true });
});

test('what the package does not offer is said to be missing, and not to fail', async () => {
  const offered = (await tryApart('cpu')).runtime?.providers.map(({ name }) => name) ?? [];
  const missing = PROVIDERS.find((name) => !offered.includes(name));
  expect(missing).toBeDefined();
  expect(await tryApart(missing ?? 'cpu')).toMatchObject({ outcome: 'not_offered' });
});

test('what it offers and this computer lacks fails with a reason, and harms no one', async () => {
  const { runtime } = await tryApart('cpu');
  const unbundled = runtime?.providers.find(({ bundled }) => !bundled)?.name;
  const provider = PROVIDERS.find((name) => name === unbundled);
  if (provider === undefined) return;
  const trial = await tryApart(provider);
  if (trial.outcome === 'works') return;
  expect(trial).toMatchObject({ outcome: 'fails', reason: expect.stringMatching(/\w/) });
});
