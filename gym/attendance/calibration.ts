/**
 * Correction of a room by classes that a person counted: a factor for each camera, shrunk towards 1. The factor and what
 * it mends are always told together.
 */

/** A class that a person counted. */
export interface CountedClass {
  /** People as estimated without any calibration: the figure `uncalibrated` of the estimate. */
  readonly estimated: number;
  /** The same by each camera alone, by its id; none where the room has one, or adds its cameras up. */
  readonly byCamera?: Readonly<Record<string, number>>;
  /** People as counted by hand, staff excluded. */
  readonly truth: number;
}

/** How the cameras of a room become one count. */
export interface CameraRule {
  readonly rule: 'max' | 'sum' | 'primary';
  /** Ids in the order of the configuration. */
  readonly cameras: readonly string[];
}

export type Calibration = NonNullable<ReturnType<typeof calibrate>>;

/** How estimates differ from the truth, over some classes. */
export type CountError = ReturnType<typeof errorOf>;

/** Least classes from which factors are taken. Chosen here: each is judged by at least two others. */
export const MIN_CLASSES = 3;
/** Bounds: beyond them something else is wrong, such as a class in another room. Chosen here. */
const MIN_SCALE = 0.5;
const MAX_SCALE = 2;
/**
 * What is believed of a camera before anybody has counted: that it has counted so many people right. Of 0, 5, 10, 20, 30, 50
 * and 80 the one that leaves the smallest error after one to five true counts, `docs/counting.md`.
 */
const PRIOR_PEOPLE = 10;

const ALONE: CameraRule = { rule: 'max', cameras: [] };

/**
 * (prior + Σ truth) ÷ (prior + Σ estimated), with a prior of ten people: the mean of a Poisson rate with a gamma prior of
 * mean 1 (A. Gelman et al., Bayesian Data Analysis, 3rd edition, 2.6). Null without classes.
 *
 * The error after it is found by leaving each class out in turn: a factor judged on the classes that made it would look
 * better than it is.
 */
export function calibrate(classes: readonly CountedClass[], of: CameraRule = ALONE) {
  if (classes.length === 0) return null;
  const before = errorOf(classes.map(({ estimated, truth }) => estimated - truth));
  const corrected = classes.map((one, at) =>
    peopleWith(one, factorsOf(classes.toSpliced(at, 1), of), of),
  );
  const after = errorOf(classes.map(({ truth }, at) => (corrected[at] ?? 0) - truth));
  const isApplied = classes.length >= MIN_CLASSES && after.meanAbsolute < before.meanAbsolute;
  const estimated = total(classes.map((one) => one.estimated));
  return {
    ...(isApplied ? factorsOf(classes, of) : UNCHANGED),
    /** Counted by hand. */
    classes: classes.length,
    /** Whether there are classes enough, and the factors lessen the error. */
    isApplied,
    /** Whether there are classes enough to tell the room's error, with the factors or without. */
    isJudged: classes.length >= MIN_CLASSES,
    /** What the prior weighs compared with the counted classes, 0..1: how far the room may still be as other full rooms are. */
    doubt: PRIOR_PEOPLE / (PRIOR_PEOPLE + estimated),
    /** Without the factors. */
    before,
    /** With them, each class corrected by factors of the others: what the next class may expect. */
    after: isApplied ? after : before,
    /** People of each class with factors that are taken from the other classes alone. */
    corrected,
  };
}

type Factors = ReturnType<typeof factorsOf>;

const UNCHANGED: Factors = { scale: 1, cameras: {} };

function factorsOf(classes: readonly CountedClass[], { rule, cameras }: CameraRule) {
  const areApart = rule !== 'sum' && cameras.length > 1;
  const areKnown = areApart && classes.every(({ byCamera }) => byCamera !== undefined);
  const factors = (areKnown ? cameras : []).map((id) => {
    const seen = classes.flatMap(({ byCamera, truth }) => {
      const estimated = byCamera?.[id];
      return estimated === undefined ? [] : [{ estimated, truth }];
    });
    return [id, scaleOf(seen)] as const;
  });
  return {
    /** What people without staff are multiplied by, 0.5..2. */
    scale: scaleOf(classes),
    /**
     * The same for each camera, by its id, where each sees the same people: then these hold and not the one of the room.
     * Empty where a true count does not say what of it each camera has missed.
     */
    cameras: Object.fromEntries(factors) as Readonly<Record<string, number>>,
  };
}

/** People with the factors on, by the rule of the room. */
function peopleWith(one: CountedClass, factors: Factors, { rule, cameras }: CameraRule): number {
  const people = cameras.flatMap((id) => {
    const [estimated, factor] = [one.byCamera?.[id], factors.cameras[id]];
    return estimated === undefined || factor === undefined ? [] : [Math.round(estimated * factor)];
  });
  const [first] = people;
  if (first === undefined) return Math.round(one.estimated * factors.scale);
  return rule === 'primary' ? first : Math.max(...people);
}

function scaleOf(classes: readonly Pick<CountedClass, 'estimated' | 'truth'>[]): number {
  const truth = total(classes.map((one) => one.truth));
  const estimated = total(classes.map((one) => one.estimated));
  const scale = (PRIOR_PEOPLE + truth) / (PRIOR_PEOPLE + estimated);
  return Math.min(MAX_SCALE, Math.max(MIN_SCALE, scale));
}

function errorOf(errors: readonly number[]) {
  return {
    /** People. */
    meanAbsolute: total(errors.map(Math.abs)) / errors.length,
    /** Mean error, people: above 0 the estimates are too high. */
    bias: total(errors) / errors.length,
    /** Share of classes whose error is at most one person, 0..1. */
    withinOne: errors.filter((error) => Math.abs(error) <= 1).length / errors.length,
  };
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
