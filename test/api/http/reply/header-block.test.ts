import { expect, it } from 'vitest';
import { HeadPage } from '../../../../api/http/reply/head-page.ts';
import { FixedBlock, HeaderBlock } from '../../../../api/http/reply/header-block.ts';

const TYPE = FixedBlock.of([['Content-Type', 'text/plain']]);
const CACHING = FixedBlock.of([
  ['Vary', 'Accept'],
  ['Cache-Control', 'no-cache'],
]);

const textOf = (page: HeadPage | null): string => Buffer.from(page?.whole() ?? []).toString();

it('is told in bytes as in pairs, of one header as of several', () => {
  for (const pairs of [[['Vary', 'Accept']], CACHING.pairs, []] as const) {
    const page = new HeadPage('200 OK');
    HeaderBlock.of(pairs).put(page);
    const lines = pairs.map(([name, value]) => `\r\n${name}: ${value}`);
    expect(textOf(page)).toBe(`200 OK${lines.join('')}`);
  }
});

it('stands on a page of each status where it is fixed', () => {
  const lines = '\r\nVary: Accept\r\nCache-Control: no-cache';
  expect(textOf(CACHING.page(200))).toBe(`200 OK${lines}`);
  expect(textOf(CACHING.page(304))).toBe(`304 Not Modified${lines}`);
  expect(CACHING.page(200)).toBe(CACHING.page(200));
  expect(new HeaderBlock('Vary', 'Accept').page(200)).toBeNull();
});

it('is joined with another once, and says what both say', () => {
  const whole = TYPE.with(CACHING);
  expect(whole.pairs).toEqual([...TYPE.pairs, ...CACHING.pairs]);
  expect(TYPE.with(FixedBlock.of([['X-Other', '1']])).has('Vary')).toBe(false);
  expect(TYPE.with(CACHING)).toBe(whole);
});

it('knows its names, whichever list was asked for before', () => {
  const whole = TYPE.with(CACHING);
  const [one, other] = [['Vary', 'Origin'], ['Origin']];
  expect([one, other, one, other].map((names) => whole.hasAny(names))).toEqual([
    ...[true, false],
    ...[true, false],
  ]);
  expect([TYPE.has('Content-Type'), TYPE.has('Vary'), whole.has('Cache-Control')]).toEqual([
    ...[true, false, true],
  ]);
});
