import { expect, it } from 'vitest';
import { reconnectMs } from '../../../service/line/nats/reconnect.ts';

it('waits at random between 1 s and a bound that doubles to 60 s', () => {
  const bounds = [0, 1, 2, 3, 4, 5, 1_000].map((failures) => [
    reconnectMs(failures, 0),
    reconnectMs(failures, 1),
  ]);
  expect(bounds).toEqual([
    [1_000, 5_000],
    [1_000, 10_000],
    [1_000, 20_000],
    [1_000, 40_000],
    [1_000, 60_000],
    [1_000, 60_000],
    [1_000, 60_000],
  ]);
});
