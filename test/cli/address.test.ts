/** Addresses on the command line. */

import { expect, it } from 'vitest';
import { isAddress, nameOfAddress } from '../../cli/address.ts';

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
