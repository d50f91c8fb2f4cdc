/** What a run of the harness finds out, as it is written to `results.json`. */

import { DIVISIONS } from './divisions.ts';
import {
  type Figures,
  figuresOf,
  type LookedPicture,
  type Sensitivity,
  sensitivityOf,
} from './figures.ts';
import type { NotJudged, Subject } from './subjects.ts';
import { type Sweep, sweepOf } from './sweep.ts';
import { ANCHORS, zoneError } from './zone-errors.ts';

export interface Time {
  readonly pictures: number;
  /** Medians of `detect`, ms. */
  readonly wallMs: number;
  readonly cpuMs: number;
}

export interface SubjectReport {
  readonly name: string;
  readonly threshold: number;
  /** The first 12 digits of the model file's SHA-256. */
  readonly model: string;
  /** By name of the division; none where a division has no pictures. */
  readonly figures: Readonly<Record<string, Figures>>;
  readonly time: Time;
  /** Over teachers' pictures; null where there are none. */
  readonly sensitivity: Sensitivity | null;
  readonly sweep: Sweep;
  /** By anchor, over all pictures. */
  readonly zoneErrors: Readonly<Record<string, number>>;
}

export interface Report {
  /** The day, UTC. */
  readonly when: string;
  readonly machine: string;
  /** Load averages of 1 minute before and after. */
  readonly load: readonly number[];
  readonly pictures: number;
  readonly groups: number;
  /** Validation pictures left out because a trained one looks like them. */
  readonly twinsLeftOut: number;
  /** Validation pictures left out because their camera has clips that are trained on. */
  readonly camerasLeftOut: number;
  readonly divisions: readonly string[];
  readonly notJudged: readonly NotJudged[];
  readonly subjects: readonly SubjectReport[];
}

export function subjectReport(
  subject: Subject,
  looked: readonly LookedPicture[],
  time: Time,
): SubjectReport {
  const { name, threshold, checksum: model } = subject;
  const figures = DIVISIONS.flatMap((division) => {
    const some = looked.filter(({ picture }) => division.has(picture));
    const found = figuresOf(some, threshold);
    return found === null ? [] : [[division.name, found] as const];
  });
  const byTeachers = looked.filter(({ picture }) => picture.labelledBy === 'teacher');
  return {
    name,
    threshold,
    model,
    figures: Object.fromEntries(figures),
    time,
    sensitivity: sensitivityOf(byTeachers, threshold),
    sweep: sweepOf(looked, threshold),
    zoneErrors: Object.fromEntries(
      ANCHORS.map((anchor) => [anchor, zoneError(looked, threshold, anchor)]),
    ),
  };
}
