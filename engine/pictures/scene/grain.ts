/** What the sensor does to a picture: exposure and the noise of each pixel, stronger where there is less light. */

import { LEVELS } from './level.ts';
import { hash } from './random.ts';
import type { SceneSpec } from './spec.ts';

const TILE = 1 << 16;
/** How much of the noise all three channels share; cameras smooth colour more than brightness. */
const SHARED = 0.85;
const OWN = 0.5;

/** Normally distributed noise (Box and Muller 1958), the same in every process. */
const TILE_OF_NOISE = makeTile();

function makeTile(): Float32Array {
  const tile = new Float32Array(TILE);
  for (let at = 0; at < TILE; at += 2) {
    const radius = Math.sqrt(-2 * Math.log((hash(at, 71) + 1) / 4_294_967_297));
    const angle = (2 * Math.PI * hash(at, 72)) / 4_294_967_296;
    tile[at] = radius * Math.cos(angle);
    tile[at + 1] = radius * Math.sin(angle);
  }
  return tile;
}

/** Exposes and roughens RGBA pixels in place. Cost: about 6 ms for 640 × 360. */
export function addGrain(
  pixels: Uint8ClampedArray,
  spec: SceneSpec,
  tMs: number,
  gain: number,
): void {
  const exposed = new Float32Array(256);
  const spread = new Float32Array(256);
  const noise = LEVELS[spec.difficulty].noise;
  for (let value = 0; value < 256; value += 1) {
    exposed[value] = value * gain;
    // Read-out noise plus photon noise, whose variance grows with the light.
    spread[value] = noise * Math.sqrt(0.55 + (0.45 * value * gain) / 128);
  }
  const rowBytes = spec.size.width * 4;
  for (let row = 0; row * rowBytes < pixels.length; row += 1) {
    const end = (row + 1) * rowBytes;
    let at = hash(spec.seed, tMs, row) % TILE;
    for (let byte = row * rowBytes; byte < end; byte += 4) {
      const shared = SHARED * (TILE_OF_NOISE[at & (TILE - 1)] as number);
      for (let channel = 0; channel < 3; channel += 1) {
        const value = pixels[byte + channel] as number;
        const own = OWN * (TILE_OF_NOISE[(at * 3 + channel * 21_001 + 77) & (TILE - 1)] as number);
        pixels[byte + channel] =
          (exposed[value] as number) + (spread[value] as number) * (shared + own);
      }
      at += 1;
    }
  }
}
