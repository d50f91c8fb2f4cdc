/** Access: how much keys may ask, and how free keys are given out. */

import { Type } from 'typebox';
import { defaulted } from './field.ts';

const count = (description: string, maximum: number, value: number) =>
  defaulted(Type.Integer({ description, minimum: 1, maximum, default: value }));

export const ACCESS = Type.Object(
  {
    key_requests_per_second: count('Requests a second of one key; as many at once.', 1_000_000, 20),
    address_requests_per_second: count(
      'Requests a second of one address, whatever its keys; as many at once. IPv6 addresses count by their first 64 bits. Behind a proxy see `server.trust_proxy`.',
      1_000_000,
      50,
    ),
    free_lookups: count('Lookups that a new free key comes with.', 1_000_000, 100),
    free_keys_per_minute: count('Free keys that one address may have in a minute.', 1_000, 5),
    free_keys_per_day: count(
      'Free keys that one address may have in a day; counted anew after a start.',
      100_000,
      50,
    ),
    free_keys_per_day_in_all: count(
      'Free keys that all addresses together may have in a day: every key is kept in memory, and whoever has many addresses could fill it. Counted anew after a start.',
      100_000,
      1_000,
    ),
  },
  {
    additionalProperties: false,
    default: {},
    description:
      'How much keys may ask, and how free keys are given out. Limits are read at the start.',
  },
);
