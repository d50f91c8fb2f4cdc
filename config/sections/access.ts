/** Access: how much keys may ask, and how free keys are given out. */

import { Type } from 'typebox';
import { defaulted } from './field.ts';

const count = (description: string, maximum: number, value: number) =>
  defaulted(Type.Integer({ description, minimum: 1, maximum, default: value }));

export const ACCESS = Type.Object(
  {
    key_requests_per_second: count(
      'Requests a second of one key, with bursts of the same size.',
      1_000_000,
      20,
    ),
    address_requests_per_second: count(
      'Requests a second of one address, for all its keys, with bursts of the same size. IPv6 addresses are counted by their first 64 bits. Behind a proxy see `server.trust_proxy`.',
      1_000_000,
      50,
    ),
    free_lookups: count('Lookups of a new free key.', 1_000_000, 100),
    free_keys_per_minute: count('Free keys that one address may have in a minute.', 1_000, 5),
    free_keys_per_day: count(
      'Free keys that one address may have in a day; a start resets the count.',
      100_000,
      50,
    ),
    free_keys_per_day_in_all: count(
      'Free keys that all addresses together may have in a day: every key uses memory, and a caller with many addresses could fill it. A start resets the count.',
      100_000,
      1_000,
    ),
  },
  {
    additionalProperties: false,
    default: {},
    description: 'The limits of keys, and of making free keys. Limits are read at the start.',
  },
);
