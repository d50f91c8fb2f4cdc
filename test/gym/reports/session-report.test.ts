import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { seriesOf } from '../../../gym/figures/class-table.ts';
import {
  curveSpan,
  SESSION_REPORT,
  type SessionEvidence,
  sessionReport,
} from '../../../gym/reports/session-report.ts';
import { classSession, counted } from '../../support/classes.ts';
import { gymView } from '../../support/gym-view.ts';

const MINUTE_MS = 60_000;
const START = Date.UTC(2026, 9, 24, 23, 30);
const session = classSession({
  startsUtcMs: START,
  endsUtcMs: START + 3_600_000,
  attendance: counted(12),
  lateCancels: 2,
  revenueMilli: 120_000,
});
const view = gymView({ sessions: [session] });

function reportOf(said: Partial<SessionEvidence> = {}) {
  const body = sessionReport(view, {
    session,
    minutes: [],
    versions: [],
    corrections: [],
    ...said,
  });
  expect([...Value.Errors(SESSION_REPORT, body)]).toEqual([]);
  return body;
}

describe('the answer on a session', () => {
  it('has the id of its class, and no money', () => {
    const body = reportOf();
    expect(body.class_id).toBe(seriesOf(view)[0]?.classId);
    expect(JSON.stringify(body)).not.toMatch(/revenue|cost|profit|120/);
    expect([body.late_cancels, body.waitlisted]).toEqual([2, null]);
  });

  it('takes the figures of the newest estimate, in minutes and to two places', () => {
    const version = { ...counted(12), computedUtcMs: START, method: '2 a' };
    const figures = { core_from_ms: 615_000, core_to_ms: 2_400_000, staff: 1, p75: 12.3456 };
    const body = reportOf({
      versions: [
        { ...version, figures: { p75: 3 } },
        { ...version, computedUtcMs: null, figures },
      ],
      minutes: [{ count: null, reason: 'camera_outage' }],
    });
    expect(body.curve).toMatchObject({
      points: [{ offset: -10, count: null, reason: 'camera_outage' }],
      core_window: { from: 10.25, to: 40 },
      staff: 1,
      p75: 12.35,
      p50: null,
    });
    expect(body.versions.map((one) => one.computed_at)).toEqual([
      '2026-10-25T00:30:00+01:00',
      null,
    ]);
  });

  it('says when a correction was made and withdrawn', () => {
    const correction = { attended: 9, note: null, by: 'tk_12345', madeUtcMs: START };
    const body = reportOf({ corrections: [{ ...correction, withdrawnUtcMs: START + MINUTE_MS }] });
    expect(body.corrections).toEqual([
      {
        attended: 9,
        note: null,
        by: 'tk_12345',
        made_at: '2026-10-25T00:30:00+01:00',
        withdrawn_at: '2026-10-25T00:31:00+01:00',
      },
    ]);
  });
});

describe('the span of a curve', () => {
  it('goes from ten minutes before to ten after, or to now, and has at most a day and twenty minutes', () => {
    const lengthAt = (minute: number) => curveSpan(session, START + minute * MINUTE_MS).length;
    expect([-60, -10, 0, 0.5, 30, 70, 10_000].map(lengthAt)).toEqual([0, 0, 10, 11, 40, 80, 80]);
    const day = { startsUtcMs: START, endsUtcMs: START + 86_400_000 };
    expect(curveSpan(day, Number.MAX_SAFE_INTEGER).length).toBe(1_460);
  });
});
