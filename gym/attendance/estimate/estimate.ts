/**
 * Who was in a class: the whole way from samples to people. Each step has a file of its own; why they are so is told in
 * `docs/counting.md`. Pure: the same input gives the same answer, and only differences of times matter.
 */

import type { InstantRange } from '../../calendar/zone.ts';
import type { QualityReason } from '../../sessions/session.ts';
import {
  bodiesOf,
  type CameraLine,
  cameraLine,
  fuse,
  gridOf,
  indicesIn,
  type RoomLine,
  scaledLine,
  sharedLines,
} from '../line.ts';
import {
  ATTENDANCE_METHOD,
  type AttendanceEstimate,
  type EstimateInput,
  NO_FIGURES,
} from '../sample.ts';
import { coreWindow, edgeFigures, edgesOf, knownIn, type RoomCounts } from '../window.ts';
import { COVERAGE, faultsOfCore, faultsOfRoom, gradeOf, isUnstable } from './grade.ts';
import { crowdReasons, peopleOf, type Sight, smallestInput } from './interval.ts';

/** Fewer good instants are no estimate: the running median would not have one full window. */
const MIN_INSTANTS = 5;

/** Share of the prior up to which true counts say enough: thirty people counted. Chosen here. */
const MAX_DOUBT = 0.25;

/**
 * How many people took part in a class, without staff. Null, with the quality `none` and the reasons, where counts are
 * missing for more than 60 % of the time, and for a class that has not reached its middle yet.
 *
 * Cost: about 1 ms for a class of 45 min and one camera sampled every 10 s (measured on two shared cores).
 */
export function estimateAttendance(input: EstimateInput): AttendanceEstimate {
  const room = roomOf(input);
  const planned = untilNow(coreWindow(input), input.nowUtcMs);
  const first = knownIn(room, planned);
  const reasons = new Set(faultsOfRoom(input));
  if (first.length < MIN_INSTANTS) return unknown(room, planned, reasons);

  const edges = edgesOf(input, room, planned, bodiesOf(first, input.percentile).bodies);
  const { core } = edges;
  if (edges.isMixed) reasons.add('changeover');
  const counts = knownIn(room, core);
  const coverage = coverageOf(room, core);
  if (coverage < COVERAGE.c || counts.length < MIN_INSTANTS) return unknown(room, core, reasons);

  const bodies = bodiesOf(counts, input.percentile);
  const inputPixels = smallestInput(input.cameras);
  const areScaled = input.cameras.some((camera) => camera.scale !== undefined);
  const { calibration, emptyRoomBaseline } = input;
  const scale = areScaled ? 1 : (calibration?.scale ?? 1);
  const people = peopleOf(bodies, room.staff, inputPixels, scale, calibration, emptyRoomBaseline);
  const { attended, low, high, unseen } = people;
  const uncalibrated = areScaled ? peopleUnscaled(input) : people.uncalibrated;
  const found: QualityReason[] = faultsOfCore(
    room.lines,
    room.line,
    indicesOf(room, core),
    coverage,
  );
  if (!isKnown(calibration)) {
    found.push(...crowdReasons(Math.max(0, bodies.max - room.staff), inputPixels));
  }
  for (const reason of found) reasons.add(reason);
  if (isUnstable(bodies)) reasons.add('unstable');
  return {
    attended,
    low,
    high,
    ...gradeOf(coverage, reasons),
    figures: {
      ...NO_FIGURES,
      ...coreFigures(room, core),
      ...bodies,
      spread: bodies.p90 - bodies.p50,
      ...edgeFigures(input, room, edges),
      staff: room.staff,
      uncalibrated,
      scale: areScaled && uncalibrated !== null ? attended / Math.max(1, uncalibrated) : scale,
      unseen,
      input_pixels: pixelsOf(inputPixels),
    },
    method: ATTENDANCE_METHOD,
  };
}

function pixelsOf(sight: Sight): number | null {
  return typeof sight === 'number' && Number.isFinite(sight) ? sight : null;
}

/** Whether the room was counted by hand so often that its own error says more than that of other full rooms. */
function isKnown(calibration: EstimateInput['calibration']): boolean {
  return calibration?.isJudged === true && calibration.doubt <= MAX_DOUBT;
}

/** People as the cameras count them, without their factors. */
function peopleUnscaled(input: EstimateInput): number | null {
  const cameras = input.cameras.map(({ scale: _, ...camera }) => camera);
  return estimateAttendance({ ...input, cameras, calibration: null }).figures.uncalibrated;
}

interface Room extends RoomCounts {
  readonly input: EstimateInput;
  readonly lines: readonly CameraLine[];
  readonly line: RoomLine;
}

function roomOf(input: EstimateInput): Room {
  const grid = gridOf(input);
  const hasStaffZone = input.cameras.some((camera) => camera.hasStaffZone);
  const staff = hasStaffZone ? 0 : input.staff;
  const lines = input.cameras.map((camera, at) =>
    scaledLine(cameraLine(camera, grid, at), camera.scale ?? 1, staff),
  );
  const shared = sharedLines(input.cameras, (samples, camera, at) =>
    cameraLine({ ...camera, samples }, grid, at),
  );
  const line = fuse(lines, input.rule, shared);
  return { input, grid, lines, line, counts: line.counts, staff };
}

function untilNow(core: InstantRange, nowUtcMs: number): InstantRange {
  const toUtcMs = Math.min(core.toUtcMs, nowUtcMs);
  return { fromUtcMs: core.fromUtcMs, toUtcMs: Math.max(core.fromUtcMs, toUtcMs) };
}

/** The answer where there are too few counts: it says whether there are any at all, and what is wrong with the others. */
function unknown(room: Room, core: InstantRange, reasons: Set<QualityReason>): AttendanceEstimate {
  const { cameras, startsUtcMs, endsUtcMs } = room.input;
  const hasSamples = cameras.some(({ samples }) =>
    samples.some(({ atUtcMs }) => atUtcMs >= startsUtcMs && atUtcMs <= endsUtcMs),
  );
  const indices = indicesOf(room, core);
  if (cameras.length > 0 && !hasSamples) reasons.add('no_samples');
  if (hasSamples && indices[1] > indices[0]) {
    const faults = faultsOfCore(room.lines, room.line, indices, coverageOf(room, core));
    for (const fault of faults) reasons.add(fault);
  }
  return {
    attended: null,
    low: null,
    high: null,
    ...gradeOf(0, reasons),
    figures: { ...NO_FIGURES, ...coreFigures(room, core) },
    method: ATTENDANCE_METHOD,
  };
}

function indicesOf({ grid }: Room, core: InstantRange): [number, number] {
  return indicesIn(grid, core.fromUtcMs, core.toUtcMs);
}

/** Good time ÷ planned time. */
function coverageOf(room: Room, core: InstantRange): number {
  const [from, to] = indicesOf(room, core);
  return to === from ? 0 : knownIn(room, core).length / (to - from);
}

function coreFigures(room: Room, core: InstantRange) {
  const { grid, input } = room;
  return {
    coverage: coverageOf(room, core),
    core_from_ms: Math.round(core.fromUtcMs - input.startsUtcMs),
    core_to_ms: Math.round(core.toUtcMs - input.startsUtcMs),
    samples: knownIn(room, core).length,
    step_ms: grid.stepMs,
    empty_room: input.emptyRoomBaseline,
  };
}
