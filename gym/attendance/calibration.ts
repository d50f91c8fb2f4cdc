/**
 * Correction of a room by classes that a person counted: one factor on the people without staff. The factor and what it
 * mends are always told together.
 */

/** A class that a person counted. */
export interface CountedClass {
  /** People as estimated without any calibration: the figure `uncalibrated` of the estimate. */
  readonly estimated: number;
  /** People as counted by hand, staff excluded. */
  readonly truth: number;
}

/** How estimates differ from the truth, over some classes. */
export interface CountError {
  /** Mean absolute error, people. */
  readonly meanAbsolute: number;
  /** Mean error, people: above 0 the estimates are too high. */
  readonly bias: number;
  /** Share of classes whose error is at most one person, 0..1. */
  readonly withinOne: number;
}

export interface Calibration {
  /** What people without staff are multiplied by, 0.8..1.3; 1 where {@link Calibration.isApplied} is false. */
  readonly scale: number;
  /** Counted classes. */
  readonly classes: number;
  /** Whether there are classes enough, and the factor lessens the error. */
  readonly isApplied: boolean;
  /** Without the factor. */
  readonly before: CountError;
  /** With it, each class corrected by a factor of the others: what the next class may expect. */
  readonly after: CountError;
}

/** Least classes from which a factor is taken, and its bounds. Source: `domain.md` e2, step 11. */
const MIN_CLASSES = 5;
const MIN_SCALE = 0.8;
const MAX_SCALE = 1.3;

/**
 * Least squares through the origin: Σ estimated·truth ÷ Σ estimated². Null without classes.
 *
 * The error after it is found by leaving each class out in turn: a factor judged on the classes that made it would look
 * better than it is.
 */
export function calibrate(classes: readonly CountedClass[]): Calibration | null {
  if (classes.length === 0) return null;
  const before = errorOf(classes.map(({ estimated, truth }) => estimated - truth));
  const after = errorOf(
    classes.map((one, at) => {
      const scale = scaleOf(classes.toSpliced(at, 1));
      return Math.round(one.estimated * scale) - one.truth;
    }),
  );
  const isApplied = classes.length >= MIN_CLASSES && after.meanAbsolute < before.meanAbsolute;
  return {
    scale: isApplied ? scaleOf(classes) : 1,
    classes: classes.length,
    isApplied,
    before,
    after: isApplied ? after : before,
  };
}

function scaleOf(classes: readonly CountedClass[]): number {
  const product = total(classes.map(({ estimated, truth }) => estimated * truth));
  const square = total(classes.map(({ estimated }) => estimated * estimated));
  if (square === 0) return 1;
  return Math.min(MAX_SCALE, Math.max(MIN_SCALE, product / square));
}

function errorOf(errors: readonly number[]): CountError {
  return {
    meanAbsolute: total(errors.map(Math.abs)) / errors.length,
    bias: total(errors) / errors.length,
    withinOne: errors.filter((error) => Math.abs(error) <= 1).length / errors.length,
  };
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
