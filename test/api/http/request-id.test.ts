import { expect, it } from 'vitest';
import { RequestIds } from '../../../api/http/request-id.ts';

it('ids of requests are UUIDs of version 8, no two alike', () => {
  const ids = new RequestIds();
  const some = Array.from({ length: 10_000 }, () => ids.next());
  for (const id of some) {
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  }
  expect(new Set(some).size).toBe(some.length);
  expect(new RequestIds().next().slice(0, 28)).not.toBe(some[0]?.slice(0, 28));
});
