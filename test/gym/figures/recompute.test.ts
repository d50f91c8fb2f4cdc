/** 250 random queries are computed again from exported sessions by a program that shares no code with this one. */

import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { figuresBody } from '../../../gym/figures/body.ts';
import { settingsFinder } from '../../../gym/figures/class-settings.ts';
import { seriesOf } from '../../../gym/figures/class-table.ts';
import { foldName } from '../../../gym/sessions/names.ts';
import type { GymView } from '../../../gym/sessions/view.ts';
import { testFolder } from '../../support/folder.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { DAY_MS } from '../../support/times.ts';
import { patchyGym, randomQuery } from './random.fixture.ts';
import { answered } from './sessions.fixture.ts';

const SCRIPT = fileURLToPath(new URL('../../recorded/recompute.py', import.meta.url));
const hasPython = spawnSync('python3', ['-c', 'import zoneinfo']).status === 0;

it.skipIf(!hasPython)('no figure differs', { timeout: 120_000 }, () => {
  const view = gymOfTwoYears();
  const random = seededRandom(13);
  const cases = Array.from({ length: 250 }, () => {
    const asked = randomQuery(random, view);
    const { query, covered, rows, total, row_count } = figuresBody(answered(view, asked), view);
    return { asked, query, covered, rows, total, row_count };
  });
  const file = join(testFolder(), 'cases.json');
  writeFileSync(file, JSON.stringify({ ...exported(view), cases }));
  const { stdout, stderr, status } = spawnSync('python3', [SCRIPT, file], { encoding: 'utf8' });
  expect(`${stderr}${stdout}`.split('\n').slice(-40).join('\n')).toContain(', 0 with a difference');
  expect(status).toBe(0);
  expect(cases.filter(({ rows }) => rows.length > 0).length).toBeGreaterThan(140);
});

/** Every fifth count of a camera is a person's, and the same classes were there 364 days earlier. */
function gymOfTwoYears(): GymView {
  const patchy = patchyGym(7, true);
  const sessions = patchy.sessions.map((session, at) => {
    const { attendance } = session;
    if (at % 5 > 0 || attendance?.source !== 'camera') return session;
    return { ...session, attendance: { ...attendance, source: 'manual' as const } };
  });
  const before = sessions.map((session) => ({
    ...session,
    id: `${session.id}-before`,
    startsUtcMs: session.startsUtcMs - 364 * DAY_MS,
    endsUtcMs: session.endsUtcMs - 364 * DAY_MS,
  }));
  return { ...patchy, sessions: [...before, ...sessions] };
}

function exported(view: GymView) {
  const { gym, nowUtcMs } = view;
  const settingsOf = settingsFinder(gym);
  const classIds = new Map(
    seriesOf(view).flatMap(({ classId, sessions }) => sessions.map(({ id }) => [id, classId])),
  );
  const names = new Map(view.sessions.map(({ name }) => [foldName(name), name]));
  const sessions = view.sessions.map((session) => {
    const { attended = null, quality = null, source = null } = session.attendance ?? {};
    const { priceMilli, costs } = settingsOf(session);
    return {
      ...session,
      attended,
      quality,
      source,
      class_id: classIds.get(session.id),
      class_key: foldName(session.name),
      class_name: names.get(foldName(session.name)),
      room_key: session.roomId ?? `?${foldName(session.roomName ?? '')}`,
      trainer_id: session.trainer?.id ?? null,
      substitute: session.isSubstitute,
      late_cancels: session.lateCancels,
      amounts: {
        revenue_per_visit: priceMilli,
        flat_pay: costs?.flatPayMilli ?? null,
        per_head_pay: costs?.perHeadPayMilli ?? null,
        room_cost: costs && costs.fixedMilli - costs.flatPayMilli,
        variable_cost: costs && costs.perVisitMilli - costs.perHeadPayMilli,
      },
    };
  });
  return { gym: { ...gym, nowUtcMs }, sessions };
}
