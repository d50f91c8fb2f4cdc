/** Addresses on the command line. */

import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { givenAddress, isAddress, nameOfAddress } from '../../cli/address.ts';

it.each([
  ['rtsp://192.0.2.10/sub', true],
  ['scene:studio', true],
  ['class.mp4', false],
  ['./a:b.mp4', false],
  ['C:\\clips\\class.mp4', false],
])('%s is an address: %s', (text, expected) => {
  expect(isAddress(text)).toBe(expected);
});

it.each([
  ['scene:studio?people=3', 'scene:studio?people=3'],
  ['RTSP://viewer:Zq9@192.0.2.10/sub', 'rtsp camera'],
  ['http://192.0.2.10/snapshot.jpg', 'http camera'],
])('%s is shown as %s', (address, name) => {
  expect(nameOfAddress(address)).toBe(name);
});

it('an address is read from standard input where it is -, and nothing is read otherwise', async () => {
  const piped = () =>
    Readable.from([Buffer.from(' rtsp://viewer:Zq9@192.'), Buffer.from('0.2.10/sub\r\nmore')]);
  expect(await givenAddress('-', piped())).toBe('rtsp://viewer:Zq9@192.0.2.10/sub');
  const unread = piped();
  expect(await givenAddress('hall', unread)).toBe('hall');
  expect(unread.readableDidRead).toBe(false);
  await expect(givenAddress('-', Readable.from([]))).rejects.toMatchObject({ code: 'usage' });
  const long = [Buffer.from('x'.repeat(5000))];
  await expect(givenAddress('-', Readable.from(long))).rejects.toThrow(/^(?!.*xxx)/s);
});
