import { expect, it } from 'vitest';
import { addressText } from '../../../../api/http/request/peer-address.ts';

const bytes = (...values: number[]) => new Uint8Array(values).buffer;

it('writes the address of a peer as text', () => {
  expect(addressText(bytes(192, 0, 2, 255))).toBe('192.0.2.255');
  expect(addressText(bytes(255, 255, 255, 255))).toBe('255.255.255.255');
  expect(addressText(bytes(0x20, 1, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))).toBe(
    '2001:0db8:0000:0000:0000:0000:0000:0001',
  );
  expect(addressText(bytes())).toBe('');
});

it('tells more addresses apart than it keeps', () => {
  for (let round = 0; round < 2; round += 1) {
    for (let last = 0; last < 2_000; last += 1) {
      expect(addressText(bytes(10, 0, last >> 8, last & 255))).toBe(
        `10.0.${last >> 8}.${last & 255}`,
      );
    }
  }
});
