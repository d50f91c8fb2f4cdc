import { describe, expect, test } from 'vitest';
import { StateRecord } from '../../../../engine/cameras/supervision/state-record.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { RecordedLog } from '../../../support/recorded-log.ts';

function record() {
  const clock = new FakeClock();
  const log = new RecordedLog();
  return { clock, log, states: new StateRecord('hall', clock, log) };
}

describe('state record', () => {
  test('begins stopped', () => {
    const { states, clock } = record();
    expect(states.now).toEqual({
      state: 'stopped',
      reasons: [],
      detail: null,
      sinceUtcMs: clock.nowUtcMs(),
      retryAtUtcMs: null,
    });
  });

  test('keeps since when a state holds, whatever else changes', async () => {
    const { states, clock } = record();
    states.enter('degraded', ['frozen'], { detail: 'a' });
    const { sinceUtcMs } = states.now;
    await clock.advance(5000);
    states.enter('degraded', ['long_gop'], { detail: 'b' });
    expect(states.now).toMatchObject({ reasons: ['long_gop'], detail: 'b', sinceUtcMs });
    states.enter('streaming', []);
    expect(states.now).toMatchObject({ detail: null, sinceUtcMs: sinceUtcMs + 5000 });
  });

  test('knows when the next attempt is due', () => {
    const { states, clock } = record();
    states.enter('waiting', ['camera_refused'], { retryInMs: 1999.6 });
    expect(states.now.retryAtUtcMs).toBe(clock.nowUtcMs() + 2000);
    states.enter('connecting', ['camera_refused']);
    expect(states.now.retryAtUtcMs).toBeNull();
  });

  test('says a change once, with all its facts', () => {
    const { states, log } = record();
    for (const detail of ['none for 20 s', 'none for 21 s']) {
      states.enter('waiting', ['camera_stalled'], { detail, retryInMs: 1999.6 });
    }
    expect(log.lines).toEqual([
      {
        level: 'warn',
        event: 'camera_state',
        fields: {
          camera: 'hall',
          state: 'waiting',
          from: 'stopped',
          reasons: ['camera_stalled'],
          detail: 'none for 20 s',
          retry_in_ms: 2000,
        },
      },
    ]);
  });

  test('attempts that end alike are said quietly, another cause aloud', () => {
    const { states, log } = record();
    for (const code of ['camera_refused', 'camera_refused', 'camera_unreachable'] as const) {
      states.enter('connecting', []);
      states.enter('waiting', [code]);
    }
    expect(log.lines.map(({ level, fields: { state } }) => `${level} ${state}`)).toEqual([
      'debug connecting',
      'warn waiting',
      'debug connecting',
      'debug waiting',
      'debug connecting',
      'warn waiting',
    ]);
  });
});
