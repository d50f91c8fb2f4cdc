/**
 * Draws the stills of the demo's rooms: npx tsx scripts/draw-rooms.ts FOLDER. Two pictures for each room and number of people,
 * of one class whose people come in one by one, and `truth.json` with the count of each.
 */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { ScenePainter } from '../engine/pictures/scene/drawing/painter.ts';
import { SceneTruth } from '../engine/pictures/scene/scene.ts';
import { parseSceneUrl, SCENE_ROOMS } from '../engine/pictures/scene/spec.ts';

const MOST = 10;
const VARIANTS = 2;
const HOUR_MS = 3_600_000;
const STEP_MS = 2_000;
const SEEDS = { studio: 5, spin: 2, weights: 3, yoga: 4 } as const;

const folder = process.argv[2] ?? '';
mkdirSync(folder, { recursive: true });
const truth: Record<string, Record<string, number>> = {};
for (const room of SCENE_ROOMS) {
  const spec = parseSceneUrl(`scene:${room}?seed=${SEEDS[room]}&people=12&difficulty=easy`);
  const scene = new SceneTruth(spec);
  const found: { tMs: number; clear: number }[][] = Array.from({ length: MOST + 1 }, () => []);
  // From one class after the other, until there are enough of each.
  for (let hour = 472_222; found.some((times) => times.length < VARIANTS); hour += 1) {
    const start = hour * HOUR_MS;
    if (scene.countAt(start + 7 * 60_000) < MOST) continue;
    for (let tMs = start - 5 * 60_000; tMs < start + 8 * 60_000; tMs += STEP_MS) {
      const people = scene.peopleAt(tMs);
      const count = people.filter(({ isCounted }) => isCounted).length;
      const clear = Math.min(1, ...people.map((one) => one.visibleRatio));
      if (count === people.length && clear > 0.5) found[count]?.push({ tMs, clear });
    }
  }
  const painter = new ScenePainter(spec);
  for (const [count, times] of found.entries()) {
    const best = times.toSorted((a, b) => b.clear - a.clear);
    for (const [variant, one] of best.slice(0, VARIANTS).entries()) {
      const file = `${room}-${String(count).padStart(2, '0')}${'ab'[variant]}.jpg`;
      const jpeg = sharp(painter.jpegAt(one.tMs)).jpeg({ quality: 80, mozjpeg: true });
      writeFileSync(join(folder, file), await jpeg.toBuffer());
      truth[room] = { ...truth[room], [file]: count };
      console.log(file, new Date(one.tMs).toISOString(), one.clear.toFixed(2));
    }
  }
}
writeFileSync(join(folder, 'truth.json'), `${JSON.stringify(truth, null, 1)}\n`);
