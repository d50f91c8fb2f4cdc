/** What the sensor does to a picture: exposure and the noise of each pixel, stronger where there is less light. */

import { LEVELS } from '../level.ts';
import { hash } from '../random.ts';
import type { SceneSpec } from '../spec.ts';

const TILE = 1 << 16;
/** How much of the noise all three channels share; cameras smooth colour more than brightness. */
const SHARED = 0.85;
const OWN = 0.5;

/**
 * Noise of red, green and blue in turn, the same in every process. Kept as sums in double precision, so that a pixel costs
 * three looks into it and a scene looks as if they were added there.
 */
const NOISE = makeNoise();

function makeNoise(): Float64Array {
  const normal = makeTile();
  const noise = new Float64Array(3 * TILE);
  for (let at = 0; at < TILE; at += 1) {
    const shared = SHARED * (normal[at] as number);
    for (let channel = 0; channel < 3; channel += 1) {
      const own = OWN * (normal[(at * 3 + channel * 21_001 + 77) & (TILE - 1)] as number);
      noise[at * 3 + channel] = shared + own;
    }
  }
  return noise;
}

/** Normally distributed (Box and Muller 1958). */
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

/** Exposes and roughens RGBA pixels in place. Cost: about 3 ms for 640 × 360. */
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
      const place = (at & (TILE - 1)) * 3;
      const red = pixels[byte] as number;
      const green = pixels[byte + 1] as number;
      const blue = pixels[byte + 2] as number;
      pixels[byte] = (exposed[red] as number) + (spread[red] as number) * (NOISE[place] as number);
      pixels[byte + 1] =
        (exposed[green] as number) + (spread[green] as number) * (NOISE[place + 1] as number);
      pixels[byte + 2] =
        (exposed[blue] as number) + (spread[blue] as number) * (NOISE[place + 2] as number);
      at += 1;
    }
  }
}
