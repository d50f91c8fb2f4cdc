import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { isJpeg, jpegSize } from '../../../../engine/cameras/http/jpeg-size.ts';

async function jpeg(width: number, height: number, isProgressive = false): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: 'grey' } })
    .withExif({ IFD0: { Copyright: 'x'.repeat(5_000) } })
    .jpeg({ progressive: isProgressive })
    .toBuffer();
}

describe('the size of a JPEG file', () => {
  it.each([
    [1, 1, false],
    [320, 240, false],
    [641, 17, true],
  ])('is read from its head: %i × %i, progressive %s', async (width, height, isProgressive) => {
    expect(jpegSize(await jpeg(width, height, isProgressive))).toEqual({ width, height });
  });

  it('is unknown where the file ends before it', async () => {
    const whole = await jpeg(320, 240);
    expect(jpegSize(whole.subarray(0, 600))).toBeNull();
  });

  it('is unknown of what is no JPEG', () => {
    expect(jpegSize(Buffer.from('<html>'))).toBeNull();
    expect(isJpeg(Uint8Array.of(0xff, 0xd8))).toBe(false);
  });

  it('is told or not for any bytes, and always ends', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (noise) => {
        jpegSize(Uint8Array.of(0xff, 0xd8, 0xff, ...noise));
      }),
    );
  });
});
