/** New people: the bodies that could explain the foreground that no one explains. */

import { cover, presence, worth } from '../cover.ts';
import { type Memory, PIXELS } from '../memory.ts';
import { type Region, regionsOf } from '../regions.ts';
import { heightAt } from '../size.ts';
import { OUTLINES } from './bodies.ts';
import { isOffFloor, placed, priceOf, type Track, TUNING } from './track.ts';

const rest = new Uint8Array(PIXELS);

/** The body that explains most of what is left, or null where none is worth its price. */
export function bestNewcomer(memory: Memory, mask: Uint8Array): Track | null {
  for (let at = 0; at < PIXELS; at += 1) rest[at] = mask[at] === 1 && cover[at] === 0 ? 1 : 0;
  let best: Track | null = null;
  let most = 0;
  const seeds = regionsOf(rest, 10).filter((region) => isEnough(memory, region));
  for (const trial of seeds.flatMap((region) => seedsOf(memory, region))) {
    if (isOffFloor(memory, trial)) continue;
    const gain = worth(mask, trial) - priceOf(trial);
    if (gain <= most || presence(mask, trial) < TUNING.filled) continue;
    most = gain;
    best = trial;
  }
  return best;
}

/** Whether a region could pay for someone at all, though it covered nothing else. */
function isEnough(memory: Memory, { pixels, bottom }: Region): boolean {
  // Feet may be hidden below the region, and then the body is taller than it seems here; never smaller.
  const unit = 0.9 * heightAt(memory, bottom + 1);
  return pixels.length >= TUNING.fresh * unit ** 2;
}

interface Extent {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Bodies of every kind laid to the top, the middle and the bottom of what is left, and along it. */
function seedsOf(memory: Memory, { left, right, top, bottom }: Extent): Track[] {
  const seeds: Track[] = [];
  const usual = heightAt(memory, bottom + 1);
  const across = Math.max(1, Math.min(6, Math.round((right - left) / (0.25 * usual))));
  for (let part = 0; part < across; part += 1) {
    const x = left + ((part + 0.5) * (right - left + 1)) / across;
    for (const [kind, outline] of OUTLINES.entries()) {
      for (const scale of [0.9, 1, 1.1]) {
        const base = {
          x,
          kind,
          scale,
          hits: 0,
          holes: 0,
          unit: 0,
          lean: 0,
          belief: 0,
          placeX: x,
          placeFoot: 0,
        };
        seeds.push(placed(memory, { ...base, foot: bottom + 1 }));
        // Feet whose body ends at the top of the region.
        let foot = bottom + 1;
        for (let round = 0; round < 4; round += 1)
          foot = top + outline.tall * heightAt(memory, foot);
        seeds.push(placed(memory, { ...base, foot }));
        seeds.push(placed(memory, { ...base, foot: (foot + bottom + 1) / 2 }));
      }
    }
  }
  return seeds;
}
