/** What a person says of a class, what that changes, and its bookings. What `turnout class correct` and `count` do. */

import { Type } from 'typebox';
import type { GymConfig } from '../../../config/config.ts';
import { nearest } from '../../../config/fault.ts';
import { TurnoutError } from '../../../errors.ts';
import { type CountError, MIN_CLASSES } from '../../../gym/attendance/calibration.ts';
import { fields } from '../../../gym/reports/field.ts';
import { sessionBody } from '../../../gym/reports/session-row.ts';
import { createRoomFinder } from '../../../gym/sessions/names.ts';
import { instant, rounded, wire } from '../../../runtime/wire.ts';
import { type RoomCalibration, roomCalibrations } from '../../../service/gyms/calibrations.ts';
import { resolverOf } from '../../../service/gyms/resolve.ts';
import type { ClassRecord } from '../../../store/history/classes/class-store.ts';
import { unknownClass } from '../../../store/history/classes/findings.ts';
import { byHand } from '../../../store/history/classes/reads.ts';
import { type Call, gymOf, noRoom, plainRow, refuse, row } from './row.ts';

const PEOPLE = Type.Integer({ minimum: 0, maximum: 10_000 });
const HOW = {
  /** Takes also more people than half as many again as places. */
  force: Type.Optional(Type.Boolean()),
  /** Answers with what would change, and stores nothing. */
  preview: Type.Optional(Type.Boolean()),
};

const CORRECTION = fields({
  attended: PEOPLE,
  note: Type.Optional(Type.String({ maxLength: 500 })),
  ...HOW,
});

const TRUE_COUNT = fields({
  people: PEOPLE,
  room: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  ...HOW,
});

const NEWEST = { limit: Type.Integer({ minimum: 1, maximum: 1_000, default: 100 }) };

export const CLASSES = [
  plainRow(
    'GET /sessions/{session_id}/findings',
    'What people said of a class on one date: its correction and its true count, as they hold now.',
    (call) => findingsOf(call, call.path.session_id),
  ),
  row(
    'PUT /sessions/{session_id}/correction',
    'Corrects how many people were in a class. `preview` answers with what would change; `force` takes more people than half as many again as places.',
    { body: CORRECTION },
    async (call) => {
      const id = call.path.session_id;
      const { session, view, ...found } = await classOf(call, id);
      const { attended, note = null } = call.body;
      refuseUnheld(call, found);
      const correction = { attended, note, by: call.owner.key.id };
      const store = () => call.app.classes.correct(id, correction);
      const attendance = byHand(attended);
      return {
        ...(await storeNumber(call.body, found, attended, store)),
        before: sessionBody(session, view),
        after: sessionBody({ ...session, attendance }, view),
      };
    },
  ),
  plainRow(
    'DELETE /sessions/{session_id}/correction',
    'Takes a correction back. The count of the cameras, or the import, holds again.',
    (call) => withdrawn(call, call.path.session_id, 'withdrawCorrection'),
  ),
  row(
    'PUT /sessions/{session_id}/true-count',
    'Notes how many people you counted in a class, in the room of the class or another by id or name. No figure of the class changes: true counts give its room a factor. `preview` and `force` as for a correction.',
    { body: TRUE_COUNT },
    async (call) => {
      const id = call.path.session_id;
      const { people, room = null } = call.body;
      const { classes, clock } = call.app;
      const found = await recordOf(call, id);
      const { gym, record } = found;
      refuseUnheld(call, found);
      const roomId = roomIdOf(found, room);
      const { name, startsUtcMs } = record;
      const count = { classId: id, name, startsUtcMs, madeUtcMs: clock.nowUtcMs(), roomId, people };
      const ofRoom = async (instead: typeof count | null) => {
        const rooms = await roomCalibrations(classes, gym, instead);
        const known = rooms.find((one) => one.room.id === roomId);
        if (known !== undefined) return known;
        const unseen = gym.rooms.find((one) => one.id === roomId) ?? noRoom();
        return { room: unseen, calibration: null, classes: [] };
      };
      const [before, after] = [await ofRoom(null), await ofRoom(count)];
      const store = () => classes.addTrueCount({ classId: id, roomId, people }, call.owner.key.id);
      return {
        ...(await storeNumber(call.body, found, people, store)),
        /** Whether the cameras have an estimate of the class: it comes after the class, and the count waits for it. */
        compared: after.classes.some((one) => one.count.classId === id && one.estimated !== null),
        before: factorsView(before),
        after: factorsView(after),
      };
    },
  ),
  plainRow(
    'DELETE /sessions/{session_id}/true-count',
    'Takes a true count back. The factor of its room is taken from the others.',
    (call) => withdrawn(call, call.path.session_id, 'withdrawTrueCount'),
  ),
  row(
    'GET /corrections',
    'The corrections of the gym, withdrawn ones too, newest first.',
    { query: NEWEST },
    async ({ app, owner, query: { limit } }) => {
      const rows = await app.classes.correctionsOf(owner.key.gymId, limit);
      return {
        corrections: rows.map((one) => ({
          session_id: one.classId,
          ...wire(one, 'name', 'startsUtcMs', 'attended', 'note', 'by', 'madeUtcMs'),
          ...wire(one, 'withdrawnUtcMs', 'withdrawnBy'),
        })),
      };
    },
  ),
  row(
    'GET /true-counts',
    'The true counts of the gym, those of the newest classes first.',
    { query: NEWEST },
    async ({ app, owner, query: { limit } }) => {
      const rows = await app.classes.trueCounts(owner.key.gymId);
      return {
        true_counts: rows
          .slice(-limit)
          .reverse()
          .map((one) => ({
            session_id: one.classId,
            ...wire(one, 'name', 'startsUtcMs', 'people'),
            room: one.roomId,
            ...wire(one, 'madeUtcMs'),
          })),
      };
    },
  ),
  plainRow(
    'GET /calibration',
    'How far off the counts are, by room, and how true counts correct them; at most the newest 200 counted classes of each.',
    async (call) => {
      const rooms = await roomCalibrations(call.app.classes, gymOf(call));
      return { revision: await call.app.file.revision(), rooms: rooms.map(calibrationView) };
    },
  ),
  plainRow(
    'GET /sessions/{session_id}/bookings',
    'The bookings of a class on a date: booked, checked in, late cancellations and waiting list; what counts, and the numbers of each source.',
    async ({ app, owner, path: { session_id: id } }) => {
      const record = await app.classes.record(id);
      if (record?.gymId !== owner.key.gymId) {
        return refuse('unknown_session', 'The gym has no class on a date of this id.');
      }
      const sources = await app.classes.bookings(id);
      return {
        id,
        ...wire(record, 'name', 'startsUtcMs'),
        cancelled: record.isCancelled,
        ...wire(record, ...BOOKED),
        sources: sources.map((one) => ({
          source: one.sourceId,
          cancelled: one.isCancelled,
          ...wire(one, ...BOOKED, 'noShows'),
        })),
      };
    },
  ),
];

const BOOKED = ['capacity', 'booked', 'checkedIn', 'lateCancels', 'waitlisted'] as const;

/** People for each place from which on a number is taken for a slip of the finger. Chosen here: 140 for 14. */
const CROWD = 1.5;

type Found = Awaited<ReturnType<typeof recordOf>>;

/**
 * A class that the owner may speak of, and its gym. `most`: people that are taken without force; null where the places are
 * not known. @throws `class_unknown`, also for a class of another gym
 */
async function recordOf(call: Call, id: string) {
  const record = await call.app.classes.record(id);
  // The command line speaks of classes of all gyms.
  if (record === null || record.gymId !== (call.gymId ?? record.gymId)) throw unknownClass(id);
  const gym = gymOf({ ...call, gymId: record.gymId });
  const roomId = roomNamed(gym, record, record.room);
  const room = gym.rooms.find((one) => one.id === roomId);
  const places = record.capacity ?? room?.capacity ?? null;
  return { record, gym, places, most: places === null ? null : Math.floor(places * CROWD) };
}

/** The same as it is now. @throws `class_unknown` */
async function classOf(call: Call, id: string) {
  const found = await recordOf(call, id);
  const { record, gym } = found;
  const view =
    (await call.app.view(gym.id)) ??
    refuse('gym_unknown', 'The gym of this key is still being read.');
  const known = view.sessions.find((session) => session.id === id);
  // What is read a moment later may be newer than the view: its word of a person holds.
  const isSame = known?.attendance?.source !== 'manual' && record.correction === null;
  const session = isSame && known !== undefined ? known : resolverOf(gym, new Map())(record);
  return { ...found, session, view };
}

/** @throws `usage` for a class that is still to come, or was cancelled: no figure of it is anyone's */
function refuseUnheld({ app }: Call, { record: { id, startsUtcMs, isCancelled } }: Found): void {
  const isToCome = startsUtcMs > app.clock.nowUtcMs();
  if (!isToCome && !isCancelled) return;
  throw misfit(
    id,
    'a class that runs or is over',
    isToCome ? 'one that is still to come' : 'one that was cancelled',
    isToCome ? 'count it when it runs' : 'if it was held, mend the schedule first',
  );
}

/** Has a person's number stored unless it is previewed. @throws `usage` for far more people than the class has places */
async function storeNumber(
  { force = false, preview = false }: { readonly force?: boolean; readonly preview?: boolean },
  { record, places, most }: Found,
  people: number,
  store: () => Promise<unknown>,
) {
  const unlikely = most !== null && people > most;
  if (unlikely && !preview && !force) {
    const expected = `at most ${most} people, since there are ${places} places`;
    const hint = 'if it is right, add --force (over HTTP: "force": true)';
    throw misfit(record.id, expected, String(people), hint);
  }
  if (!preview) await store();
  return { stored: !preview, unlikely };
}

/** Id of the room that is meant by a name that a source wrote; null for none. */
function roomNamed(gym: GymConfig, { sourceId }: ClassRecord, name: string | null) {
  return name === null ? null : createRoomFinder(gym)(sourceId, name);
}

/** @throws `usage` where the room is none of the gym, or the class has none */
function roomIdOf({ gym, record }: Found, named: string | null): string {
  const ids = gym.rooms.map(({ id }) => id);
  const { room } = record;
  const id = roomNamed(gym, record, named) ?? named ?? roomNamed(gym, record, room) ?? '';
  if (ids.includes(id)) return id;
  const near = named === null ? null : nearest(named, ids);
  const expected = `a room of gym ${gym.id}: ${ids.join(', ')}`;
  const hint = near === null ? 'name the room' : `did you mean ${near}?`;
  throw misfit(record.id, expected, named ?? room ?? 'none', hint);
}

function misfit(classId: string, expected: string, got: string, hint: string): TurnoutError {
  return new TurnoutError('usage', { where: `class ${classId}`, expected, got, hint });
}

async function withdrawn(call: Call, id: string, how: 'withdrawCorrection' | 'withdrawTrueCount') {
  const { record } = await recordOf(call, id);
  await call.app.classes[how](record.id, call.owner.key.id);
  return findingsOf(call, id);
}

async function findingsOf(call: Call, id: string) {
  const { classes } = call.app;
  const { session, view, most } = await classOf(call, id);
  const held = (await classes.corrections(id)).findLast((one) => one.withdrawnUtcMs === null);
  const counts = await classes.trueCounts(view.gym.id);
  const count = counts.find(({ classId }) => classId === id);
  return {
    session: sessionBody(session, view),
    rooms: view.rooms.map((one) => wire(one, 'id', 'name')),
    room: session.roomId,
    /** More need `force`; null is no limit. */
    most_people: most,
    correction: held ? wire(held, 'attended', 'note', 'by', 'madeUtcMs') : null,
    true_count: count
      ? { people: count.people, room: count.roomId, made_at: instant(count.madeUtcMs) }
      : null,
  };
}

/** Counted classes of a room that are listed. Chosen here. */
const MAX_COUNTED = 200;

function calibrationView(of: RoomCalibration) {
  const newest = of.classes.slice(-MAX_COUNTED).reverse();
  return {
    ...factorsView(of),
    counted: newest.map(({ count, estimated, corrected }) => ({
      session_id: count.classId,
      ...wire(count, 'name', 'startsUtcMs', 'people'),
      /** By the cameras: without factors, and with factors of the other classes. */
      estimated,
      corrected,
    })),
  };
}

function factorsView({ room, calibration, classes }: RoomCalibration) {
  const known = calibration?.classes ?? 0;
  return {
    room: room.id,
    name: room.name,
    on: room.calibration,
    state: stateOf(calibration, classes.length),
    classes: known,
    classes_needed: Math.max(0, MIN_CLASSES - known),
    factor: rounded(calibration?.scale ?? 1),
    /** Where cameras see the same people these hold, and not that of the room. */
    cameras: Object.entries(calibration?.cameras ?? {}).map(([camera, factor]) => ({
      camera,
      factor: rounded(factor),
    })),
    error_before: calibration && errorView(calibration.before),
    error_after: calibration?.isApplied === true ? errorView(calibration.after) : null,
  };
}

/** Nothing counted, nothing to compare yet, too few classes, no smaller error, or a smaller one. */
function stateOf(
  calibration: RoomCalibration['calibration'],
  counted: number,
): 'none' | 'waiting' | 'better' | 'no_better' | 'too_few' {
  if (counted === 0) return 'none';
  if (calibration === null) return 'waiting';
  if (calibration.isApplied) return 'better';
  return calibration.isJudged ? 'no_better' : 'too_few';
}

function errorView({ meanAbsolute, bias, withinOne }: CountError) {
  return { mean: rounded(meanAbsolute), bias: rounded(bias), within_one: rounded(withinOne) };
}
