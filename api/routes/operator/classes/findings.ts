/** Corrections and true counts of classes, for the operator API. What `turnout class correct` and `count` do. */

import type { ProblemBody } from '../../../../errors.ts';
import { sessionBody } from '../../../../gym/reports/sessions/session-row.ts';
import type { ClassSession } from '../../../../gym/sessions/session.ts';
import type { GymView } from '../../../../gym/sessions/view.ts';
import { roomCalibrations } from '../../../../service/findings/room-calibration.ts';
import { resolverOf } from '../../../../service/gyms/resolve.ts';
import type { Principal } from '../../../../store/access/access.ts';
import type { ClassRecord } from '../../../../store/history/classes/class-store.ts';
import { byHand } from '../../../../store/history/classes/reads.ts';
import type { Answer } from '../../../http/message.ts';
import { problem } from '../../../http/problem.ts';
import {
  CORRECTION_ANSWER,
  FINDINGS_ANSWER,
  NEW_CORRECTION,
  NEW_TRUE_COUNT,
  SESSION_ID,
  TRUE_COUNT_ANSWER,
} from '../../../schemas/operator/findings.ts';
import type { Route } from '../../route.ts';
import { operatorRoute } from '../operator-route.ts';
import { gymOf, instant, isRefused, type OperatorParts } from '../parts.ts';
import { factorsView } from './calibration.ts';
import { findingLists } from './finding-lists.ts';

const ONE = { path: { session_id: SESSION_ID }, query: {} };
const PATH = '/operator/v1/sessions/{session_id}';

export function findingRoutes(parts: OperatorParts): readonly Route[] {
  return [...correctionRoutes(parts), ...trueCountRoutes(parts), ...findingLists(parts)];
}

function correctionRoutes(parts: OperatorParts): readonly Route[] {
  const { findings } = parts;
  return [
    operatorRoute({
      method: 'GET',
      path: `${PATH}/findings`,
      operationId: 'get_class_findings',
      summary: 'What people said of a class on one date.',
      description: 'Its correction and its true count, as they hold now.',
      errors: ['class_unknown', 'gym_unknown'],
      parameters: ONE,
      response: FINDINGS_ANSWER,
      answer: ({ owner, path }) => seen(parts, owner, path.session_id),
    }),
    operatorRoute({
      method: 'PUT',
      path: `${PATH}/correction`,
      operationId: 'correct_class',
      summary: 'Corrects how many people were in a class.',
      description:
        'It holds in place of the count of the cameras, and replaces a correction before it. `preview` answers with what would change.',
      errors: ['class_unknown', 'gym_unknown', 'usage'],
      parameters: ONE,
      body: NEW_CORRECTION,
      response: CORRECTION_ANSWER,
      answer: async ({ owner, path: { session_id: id }, body }) => {
        const found = await classOf(parts, owner, id);
        if (isRefused(found)) return found;
        const { attended, note = null, force: isForced = false, preview = false } = body;
        const { record, session, view } = found;
        findings.refuseUnheld(record);
        if (!preview) {
          const speaker = { by: owner.key.id, gymId: owner.key.gymId, isForced };
          await findings.correct(id, { attended, note }, speaker);
        }
        const { source, low, high, quality, reasons } = byHand(attended);
        const attendance = { source, attended, low, high, quality, reasons };
        return {
          status: 200,
          value: {
            stored: !preview,
            unlikely: isUnlikely(parts, record, attended),
            before: sessionBody(session, view),
            after: sessionBody({ ...session, attendance }, view),
          },
        };
      },
    }),
    operatorRoute({
      method: 'DELETE',
      path: `${PATH}/correction`,
      operationId: 'withdraw_correction',
      summary: 'Takes a correction back.',
      description: 'The count of the cameras, or the import, holds again. The history keeps both.',
      errors: ['class_unknown', 'gym_unknown'],
      parameters: ONE,
      response: FINDINGS_ANSWER,
      answer: async ({ owner, path: { session_id: id } }) => {
        await findings.uncorrect(id, { by: owner.key.id, gymId: owner.key.gymId });
        return seen(parts, owner, id);
      },
    }),
  ];
}

function trueCountRoutes(parts: OperatorParts): readonly Route[] {
  const { findings, classes, clock } = parts;
  return [
    operatorRoute({
      method: 'PUT',
      path: `${PATH}/true-count`,
      operationId: 'note_true_count',
      summary: 'Notes how many people you counted in a class.',
      description:
        'No figure of the class changes: true counts give its room a factor. `preview` answers with what would change.',
      errors: ['class_unknown', 'gym_unknown', 'usage'],
      parameters: ONE,
      body: NEW_TRUE_COUNT,
      response: TRUE_COUNT_ANSWER,
      answer: async ({ owner, path: { session_id: id }, body }) => {
        const gym = gymOf(parts.config(), owner);
        if (isRefused(gym)) return gym;
        const { people, room = null, force: isForced = false, preview = false } = body;
        const record = await findings.record(id, gym.id);
        findings.refuseUnheld(record);
        const roomId = findings.roomIdOf(record, room);
        const { name, startsUtcMs } = record;
        const about = { classId: id, name, startsUtcMs, madeUtcMs: clock.nowUtcMs() };
        const ofRoom = async (instead: typeof counted | null) => {
          const rooms = await roomCalibrations(classes, gym, instead);
          const found = rooms.find((one) => one.room.id === roomId);
          const unseen = gym.rooms.filter((one) => one.id === roomId);
          const [none] = unseen.map((one) => ({ room: one, calibration: null, classes: [] }));
          return found ?? none;
        };
        const counted = { ...about, roomId, people };
        const [before, after] = [await ofRoom(null), await ofRoom(counted)];
        if (before === undefined || after === undefined) return noRoom();
        if (!preview) {
          const speaker = { by: owner.key.id, gymId: gym.id, isForced };
          await findings.count(id, { people, room }, speaker);
        }
        return {
          status: 200,
          value: {
            stored: !preview,
            unlikely: isUnlikely(parts, record, people),
            compared: after.classes.some(
              ({ count, estimated }) => count.classId === id && estimated !== null,
            ),
            before: factorsView(before),
            after: factorsView(after),
          },
        };
      },
    }),
    operatorRoute({
      method: 'DELETE',
      path: `${PATH}/true-count`,
      operationId: 'withdraw_true_count',
      summary: 'Takes a true count back.',
      description: 'The factor of its room is taken from the others.',
      errors: ['class_unknown', 'gym_unknown'],
      parameters: ONE,
      response: FINDINGS_ANSWER,
      answer: async ({ owner, path: { session_id: id } }) => {
        await findings.uncount(id, { by: owner.key.id, gymId: owner.key.gymId });
        return seen(parts, owner, id);
      },
    }),
  ];
}

interface Found {
  readonly record: ClassRecord;
  readonly session: ClassSession;
  readonly view: GymView;
}

/** A class of the owner's gym as it is now. Throws `class_unknown`. */
async function classOf(
  { config, findings, view: viewOf }: OperatorParts,
  owner: Principal,
  id: string,
): Promise<Found | Answer<ProblemBody>> {
  const gym = gymOf(config(), owner);
  if (isRefused(gym)) return gym;
  const view = viewOf(gym.id);
  if (view === null) return problem('gym_unknown', 'The gym of this key is still being read.');
  const record = await findings.record(id, gym.id);
  const known = view.sessions.find((session) => session.id === id);
  // What is read a moment later may be newer than the view: its word of a person holds.
  const isSame = known?.attendance?.source !== 'manual' && record.correction === null;
  const session = isSame && known !== undefined ? known : resolverOf(gym, new Map())(record);
  return { record, session, view };
}

async function seen(parts: OperatorParts, owner: Principal, id: string) {
  const found = await classOf(parts, owner, id);
  if (isRefused(found)) return found;
  const { record, session, view } = found;
  const { classes, findings } = parts;
  const held = (await classes.corrections(id)).findLast((one) => one.withdrawnUtcMs === null);
  const counts = await classes.trueCounts(view.gym.id);
  const counted = counts.find(({ classId }) => classId === id);
  return {
    status: 200,
    value: {
      session: sessionBody(session, view),
      rooms: view.rooms.map(({ id: roomId, name }) => ({ id: roomId, name })),
      room: session.roomId,
      most_people: findings.mostTaken(record),
      correction:
        held === undefined
          ? null
          : {
              attended: held.attended,
              note: held.note,
              by: held.by,
              made_at: instant(held.madeUtcMs),
            },
      true_count:
        counted === undefined
          ? null
          : {
              people: counted.people,
              room: counted.roomId,
              made_at: instant(counted.madeUtcMs),
            },
    },
  };
}

function isUnlikely({ findings }: OperatorParts, record: ClassRecord, people: number): boolean {
  return people > (findings.mostTaken(record) ?? Number.POSITIVE_INFINITY);
}

function noRoom() {
  return problem('unknown_name', 'The gym has no room with this id.');
}
