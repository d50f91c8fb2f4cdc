/**
 * Who was in a class: the whole way from samples to people. Each step has a file of its own; why they are so is told in
 * `docs/counting.md`. Pure: the same input gives the same answer, and only differences of times matter.
 */

import type { InstantRange } from '../../calendar/zone.ts';
import type { QualityReason } from '../../sessions/session.ts';
import { bodiesOf, cameraLine, fuse, gridOf, indicesIn, scaledLine, sharedLines } from '../line.ts';
import {
  ATTENDANCE_METHOD,
  type AttendanceFigures,
  type EstimateInput,
  NO_FIGURES,
} from '../sample.ts';
import { coreWindow, edgesOf, knownIn } from '../window.ts';
import { COVERAGE, faultsOfCore, faultsOfRoom, gradeOf, isUnstable } from './grade.ts';
import { crowdReasons, peopleOf, smallestInput } from './interval.ts';

/** Fewer good instants are no estimate: the running median would not have one full window. */
const MIN_INSTANTS = 5;

/** Share of the prior up to which true counts say enough: thirty people counted. Chosen here. */
const MAX_DOUBT = 0.25;

/**
 * How many people took part in a class, without staff. Null, with the quality `none` and the reasons, where counts are
 * missing for more than 60 % of the time, for one that shared its room, and for a class that has not reached its middle yet.
 *
 * Cost: about 1 ms for a class of 45 min and one camera sampled every 10 s (measured on two shared cores).
 */
export function estimateAttendance(input: EstimateInput) {
  const room = roomOf(input);
  const { fromUtcMs, toUtcMs } = coreWindow(input);
  const planned = { fromUtcMs, toUtcMs: Math.max(fromUtcMs, Math.min(toUtcMs, input.nowUtcMs)) };
  const first = knownIn(room, planned);
  const reasons = new Set(faultsOfRoom(input));
  if (first.length < MIN_INSTANTS || input.isShared) return unknown(room, planned, reasons);

  const { bodies: level } = bodiesOf(first, input.percentile);
  const { core, isMixed } = edgesOf(input, room, planned, level);
  if (isMixed) reasons.add('changeover');
  const { counts, coverage, indices } = seenIn(room, core);
  if (coverage < COVERAGE.c || counts.length < MIN_INSTANTS) return unknown(room, core, reasons);

  const bodies = bodiesOf(counts, input.percentile);
  const inputPixels = smallestInput(input.cameras);
  const areScaled = input.cameras.some((camera) => camera.scale !== undefined);
  const { calibration, emptyRoomBaseline } = input;
  const scale = areScaled ? 1 : (calibration?.scale ?? 1);
  const people = peopleOf(bodies, room.staff, inputPixels, scale, calibration, emptyRoomBaseline);
  const { attended, low, high, unseen } = people;
  const uncalibrated = areScaled ? peopleUnscaled(input) : people.uncalibrated;
  const found = faultsOfCore(room.lines, room.line, indices, coverage);
  // A room that was counted by hand often enough has an error of its own, which says more than that of other full rooms.
  const isKnown = calibration?.isJudged === true && calibration.doubt <= MAX_DOUBT;
  const crowd = isKnown ? [] : crowdReasons(Math.max(0, bodies.max - room.staff), inputPixels);
  for (const reason of [...found, ...crowd]) reasons.add(reason);
  if (isUnstable(bodies)) reasons.add('unstable');
  const figures: AttendanceFigures = {
    ...NO_FIGURES,
    ...coreFigures(room, core),
    ...bodies,
    spread: bodies.p90 - bodies.p50,
    staff: room.staff,
    uncalibrated,
    scale: areScaled && uncalibrated !== null ? attended / Math.max(1, uncalibrated) : scale,
    unseen,
    input_pixels: Number.isFinite(inputPixels) ? Number(inputPixels) : null,
  };
  return estimated({ attended, low, high }, gradeOf(coverage, reasons), figures);
}

export type AttendanceEstimate = ReturnType<typeof estimated>;
type People = Record<'attended' | 'low' | 'high', number | null>;

/** People without staff: `low` ≤ `attended` ≤ `high`, all null or none. `method` is stored with a digest of the settings. */
function estimated(people: People, grade: ReturnType<typeof gradeOf>, figures: AttendanceFigures) {
  return { ...people, ...grade, figures, method: ATTENDANCE_METHOD };
}

/** People as the cameras count them, without their factors. */
function peopleUnscaled(input: EstimateInput): number | null {
  const cameras = input.cameras.map(({ scale: _, ...camera }) => camera);
  return estimateAttendance({ ...input, cameras, calibration: null }).figures.uncalibrated;
}

type Room = ReturnType<typeof roomOf>;

function roomOf(input: EstimateInput) {
  const grid = gridOf(input);
  const staff = input.cameras.some(({ hasStaffZone }) => hasStaffZone) ? 0 : input.staff;
  const lines = input.cameras.map((camera, at) =>
    scaledLine(cameraLine(camera, grid, at), camera.scale ?? 1, staff),
  );
  const shared = sharedLines(input.cameras, (samples, camera, at) =>
    cameraLine({ ...camera, samples }, grid, at),
  );
  const line = fuse(lines, input.rule, shared);
  return { input, grid, lines, line, counts: line.counts, staff };
}

/** The answer where there are too few counts: it says whether there are any at all, and what is wrong with the others. */
function unknown(room: Room, core: InstantRange, reasons: Set<QualityReason>) {
  const { cameras, startsUtcMs, endsUtcMs } = room.input;
  const hasSamples = cameras.some(({ samples }) =>
    samples.some(({ atUtcMs }) => atUtcMs >= startsUtcMs && atUtcMs <= endsUtcMs),
  );
  const { indices, coverage } = seenIn(room, core);
  if (cameras.length > 0 && !hasSamples) reasons.add('no_samples');
  if (hasSamples && indices[1] > indices[0]) {
    const faults = faultsOfCore(room.lines, room.line, indices, coverage);
    for (const fault of faults) reasons.add(fault);
  }
  const figures = { ...NO_FIGURES, ...coreFigures(room, core) };
  return estimated({ attended: null, low: null, high: null }, gradeOf(0, reasons), figures);
}

/** The good counts of a core, and good time ÷ planned time. */
function seenIn(room: Room, core: InstantRange) {
  const indices = indicesIn(room.grid, core.fromUtcMs, core.toUtcMs);
  const counts = knownIn(room, core);
  const coverage = counts.length / Math.max(1, indices[1] - indices[0]);
  return { indices, counts, coverage };
}

function coreFigures(room: Room, core: InstantRange) {
  const { grid, input } = room;
  const { coverage, counts } = seenIn(room, core);
  return {
    coverage,
    core_from_ms: Math.round(core.fromUtcMs - input.startsUtcMs),
    core_to_ms: Math.round(core.toUtcMs - input.startsUtcMs),
    samples: counts.length,
    step_ms: grid.stepMs,
    empty_room: input.emptyRoomBaseline,
  };
}
