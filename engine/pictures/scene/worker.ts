/** The thread that paints for all scenes of the process, so that painting never occupies the thread of the API. */

import { parentPort } from 'node:worker_threads';
import { messageOf } from '../../../errors.ts';
import { ScenePainter } from './drawing/painter.ts';
import type { PaintAnswer, PaintOrder } from './drawing/painter-thread.ts';

/** Painters are reused, since a backdrop costs some 30 ms; about 3 MB each at 640 × 360. Oldest use goes first. */
const MAX_PAINTERS = 24;

const painters = new Map<string, ScenePainter>();

parentPort?.on('message', (order: PaintOrder) => {
  try {
    const jpeg = painterFor(order).jpegAt(order.tMs);
    const answer: PaintAnswer = { id: order.id, jpeg };
    parentPort?.postMessage(answer, [jpeg.buffer]);
  } catch (error) {
    const answer: PaintAnswer = { id: order.id, fault: messageOf(error) };
    parentPort?.postMessage(answer);
  }
});

function painterFor({ spec }: PaintOrder): ScenePainter {
  const key = JSON.stringify(spec);
  const painter = painters.get(key) ?? new ScenePainter(spec);
  painters.delete(key);
  painters.set(key, painter);
  const [oldest] = painters.keys();
  if (painters.size > MAX_PAINTERS && oldest !== undefined) painters.delete(oldest);
  return painter;
}
