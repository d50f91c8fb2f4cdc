import fc from 'fast-check';
import { expect, it } from 'vitest';
import { beginning, HeadPage } from '../../../../api/http/reply/head-page.ts';

const textOf = (page: HeadPage): string => Buffer.from(page.whole()).toString();

it('holds what was written after its fixed part, in the order of writing', () => {
  const page = new HeadPage('200 OK');
  page.piece(beginning('RateLimit', '"burst";r='));
  page.number(0);
  page.piece(beginning('X-Id'));
  page.hex(0x0a0b_0c0d);
  page.hex(-1);
  expect(textOf(page)).toBe('200 OK\r\nRateLimit: "burst";r=0\r\nX-Id: 0a0b0c0dffffffff');
  page.begin();
  page.text('!');
  expect(textOf(page)).toBe('200 OK!');
});

it('writes anything, whatever was on it before, however long and in whatever order', () => {
  const page = new HeadPage('404 Not Found');
  const pieces = ['', ': ', 'X-One', 'a longer one'].map((text) => Buffer.from(text));
  const long = fc.string({ unit: 'binary', maxLength: 600 });
  const part = fc.oneof(
    fc.constantFrom(...pieces).map((piece) => [() => page.piece(piece), `${piece}`] as const),
    fc.nat().map((number) => [() => page.number(number), `${number}`] as const),
    fc.nat().map((bits) => {
      const digits = bits.toString(16).padStart(8, '0');
      return [() => page.hex(bits), digits] as const;
    }),
    fc.oneof(fc.string(), long).map((text) => [() => page.text(text), text] as const),
  );
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      page.begin();
      for (const [write] of parts) write();
      const wanted = Buffer.concat(parts.map(([, text]) => Buffer.from(text)));
      expect(textOf(page)).toBe(`404 Not Found${wanted.toString()}`);
    }),
    { numRuns: 2_000 },
  );
});
