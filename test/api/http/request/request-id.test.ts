import { expect, it } from 'vitest';
import { headBytes } from '../../../../api/http/reply/head.ts';
import { RequestIds } from '../../../../api/http/request/request-id.ts';

it('ids of requests are UUIDs of version 8, no two alike', () => {
  const ids = new RequestIds();
  const some = Array.from({ length: 10_000 }, () => ids.next().text);
  for (const id of some) {
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  }
  expect(new Set(some).size).toBe(some.length);
  expect(new RequestIds().next().text.slice(0, 28)).not.toBe(some[0]?.slice(0, 28));
});

it('an id is sent as it is logged', () => {
  const ids = new RequestIds();
  for (const id of Array.from({ length: 100 }, () => ids.next())) {
    const bytes = headBytes({ status: 200, headers: [], id });
    expect(Buffer.from(bytes).toString()).toBe(`200 OK\r\nX-Request-Id: ${id.text}`);
  }
});
