/** What a fitted picture says about the camera rather than the people: how bright it is and whether it ever changes. */

export interface PictureStats {
  /** Mean of the pixel bytes looked at, 0..255. */
  readonly luma: number;
  /** Standard deviation of the same, 0..127.5. */
  readonly spread: number;
  /**
   * FNV-1a hash of the bytes looked at, unsigned 32 bits. A living sensor's noise changes it with every picture; a
   * frozen stream repeats it. http://www.isthe.com/chongo/tech/comp/fnv/
   */
  readonly fingerprint: number;
}

/** Bytes looked at: enough that noise always shows, few enough to cost some 20 µs. Chosen here (`pool.bench.ts`). */
const LOOKED_AT = 12_000;

/** Looks at evenly spaced bytes of packed pixels. All channels count alike: this is about light, not colour. */
export function measurePicture(pixels: Uint8Array): PictureStats {
  // An odd step visits all channels and never falls in step with the rows.
  const step = Math.max(1, Math.floor(pixels.length / LOOKED_AT)) | 1;
  let sum = 0;
  let squares = 0;
  let looked = 0;
  let hash = 0x811c9dc5;
  for (let at = 0; at < pixels.length; at += step) {
    const value = pixels[at] ?? 0;
    sum += value;
    squares += value * value;
    looked += 1;
    hash = Math.imul(hash ^ value, 0x01000193);
  }
  if (looked === 0) return { luma: 0, spread: 0, fingerprint: hash >>> 0 };
  const luma = sum / looked;
  return {
    luma,
    spread: Math.sqrt(Math.max(0, squares / looked - luma * luma)),
    fingerprint: hash >>> 0,
  };
}

/**
 * Whether a picture is black or covered: hardly any light and nothing to see in it. A dark room with an exit sign is
 * not black. Limits chosen here: 8-bit video black is 16 (ITU-R BT.601), scaled to full range 0; sensors in the dark
 * stay below 20, and their noise below 6.
 */
export function isBlack(stats: PictureStats): boolean {
  return stats.luma < 20 && stats.spread < 6;
}
