import fc from 'fast-check';
import { expect, it } from 'vitest';
import { beginning, HeadPage } from '../../../api/http/head-page.ts';

const textOf = (page: HeadPage): string => Buffer.from(page.whole()).toString();

it('holds what was written after its fixed part, in the order of writing', () => {
  const page = new HeadPage('200 OK');
  page.ascii(beginning('RateLimit', '"burst";r='));
  page.number(0);
  page.ascii(beginning('X-Id'));
  page.hex(0x0a0b_0c0d);
  page.hex(-1);
  expect(textOf(page)).toBe('200 OK\r\nRateLimit: "burst";r=0\r\nX-Id: 0a0b0c0dffffffff');
  page.begin();
  page.text('!');
  expect(textOf(page)).toBe('200 OK!');
});

it('writes any text and any number, whatever was on it before and however long', () => {
  const page = new HeadPage('404 Not Found');
  const texts = fc.array(fc.oneof(fc.string(), fc.string({ unit: 'binary', maxLength: 300 })));
  fc.assert(
    fc.property(texts, fc.integer({ min: 0, max: 2 ** 31 - 1 }), (parts, number) => {
      page.begin();
      for (const part of parts) page.text(part);
      page.number(number);
      const wanted = Buffer.concat(parts.map((part) => Buffer.from(part)));
      expect(textOf(page)).toBe(`404 Not Found${wanted.toString()}${number}`);
    }),
  );
});
