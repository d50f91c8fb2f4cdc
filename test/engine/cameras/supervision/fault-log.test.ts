import { describe, expect, test } from 'vitest';
import { FaultLog } from '../../../../engine/cameras/supervision/fault-log.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { RecordedLog } from '../../../support/recorded-log.ts';

function faults() {
  const clock = new FakeClock();
  const log = new RecordedLog();
  const faultLog = new FaultLog('hall', log, clock);
  return {
    clock,
    faultLog,
    note: (detail: string) => faultLog.note({ code: 'frame_undecodable', detail }),
    said: () => log.of('camera_fault').map(({ fields: { detail, times } }) => [detail, times]),
    log,
  };
}

describe('fault log', () => {
  test('says the first fault at once, with its camera and code', () => {
    const { note, log } = faults();
    note('a');
    expect(log.lines).toEqual([
      {
        level: 'warn',
        event: 'camera_fault',
        fields: { camera: 'hall', code: 'frame_undecodable', detail: 'a', times: 1 },
      },
    ]);
  });

  test('says one line a second, with the last cause and the number it stands for', async () => {
    const { note, said, clock } = faults();
    for (const detail of ['a', 'b', 'c', 'd']) {
      note(detail);
    }
    expect(said()).toEqual([['a', 1]]);
    await clock.advance(999);
    expect(said()).toHaveLength(1);
    await clock.advance(1);
    note('e');
    expect(said()).toEqual([
      ['a', 1],
      ['d', 3],
    ]);
    await clock.advance(1000);
    expect(said().at(-1)).toEqual(['e', 1]);
  });

  test('leaves no timer behind once it is quiet', async () => {
    const { note, said, clock } = faults();
    note('a');
    await clock.advance(1000);
    expect(clock.pendingTimers).toBe(0);
    note('b');
    expect(said().at(-1)).toEqual(['b', 1]);
  });

  test('says the rest when it is stopped', () => {
    const { note, said, clock, faultLog } = faults();
    note('a');
    note('b');
    faultLog.stop();
    faultLog.stop();
    expect(said().at(-1)).toEqual(['b', 1]);
    expect(said()).toHaveLength(2);
    expect(clock.pendingTimers).toBe(0);
  });
});
