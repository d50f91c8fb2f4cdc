/** What this detector sees. The conformance suite has the rest: `turnout-detector check`. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkOptions, detachedEnv } from 'turnout-detector';
import { detector } from '../detector.mjs';

test('an empty picture has no one in it', async () => {
  const looking = await detector.create(checkOptions(detector), detachedEnv());
  const { width, height } = looking.input;
  const pixels = new Float32Array(3 * width * height).fill(114);
  const content = { x: 0, y: 0, width, height };
  const look = { signal: AbortSignal.timeout(10_000) };
  const answer = await looking.detect({ pixels, content, atMs: 0, state: null }, look);
  assert.deepEqual(answer.detections, []);
});
