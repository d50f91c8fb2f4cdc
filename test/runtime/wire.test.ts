import { expect, it } from 'vitest';
import { wire } from '../../runtime/wire.ts';

it('facts are named in snake_case, and times are ISO 8601', () => {
  const facts = {
    id: 'hall',
    isOwn: true,
    gopMs: 40,
    retryAtUtcMs: null,
    madeUtcMs: Date.UTC(2026, 6, 4, 12),
    lastSampleAtUtcMs: 0,
    options: { leftAlone: 1 },
    secret: 'left out',
  };
  const { id, is_own, gop_ms, retry_at, made_at, last_sample_at, options } = wire(
    facts,
    ...(['id', 'isOwn', 'gopMs', 'retryAtUtcMs', 'madeUtcMs'] as const),
    ...(['lastSampleAtUtcMs', 'options'] as const),
  );
  expect({ id, is_own, gop_ms, retry_at, made_at, last_sample_at, options }).toEqual({
    id: 'hall',
    is_own: true,
    gop_ms: 40,
    retry_at: null,
    made_at: '2026-07-04T12:00:00.000Z',
    last_sample_at: '1970-01-01T00:00:00.000Z',
    options: { leftAlone: 1 },
  });
  expect(Object.keys(wire(facts, 'madeUtcMs', 'id'))).toEqual(['made_at', 'id']);
});
