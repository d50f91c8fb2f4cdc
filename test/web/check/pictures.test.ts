import sharp from 'sharp';
import { expect, it } from 'vitest';
import { difference, Pictures, signatureOf } from './pictures.ts';

/** A page with a dark block at some height. */
function drawn(top: number, height = 1_600): Promise<Buffer> {
  const block = { create: { width: 300, height: 200, channels: 3, background: '#123' } } as const;
  return sharp({ create: { width: 320, height, channels: 3, background: '#fff' } })
    .composite([{ input: block, left: 10, top }])
    .png()
    .toBuffer();
}

it('sees a block that moved and a page that grew, and no line more', async () => {
  const was = await signatureOf(await drawn(200));
  expect(was).toMatch(/^1600:[0-9a-f]{128}$/);
  expect(difference(was, await signatureOf(await drawn(202)))).toBeNull();
  expect(difference(was, await signatureOf(await drawn(500)))).toContain('looks different');
  expect(difference(was, await signatureOf(await drawn(200, 1_900)))).toBe(
    '1900 px high, and was 1600',
  );
});

it('compares nothing that another browser has drawn', async () => {
  const pictures = new Pictures({ chromium: '1.0', pictures: { page: '9:0' } }, '2.0');
  await pictures.see('page', await drawn(200));
  expect(pictures.result().faults).toEqual([]);
  expect(pictures.result().figure).toContain('none compared');
});
