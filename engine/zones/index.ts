/** Door of the zones: polygons and who is counted in them. */

export { overlapOf } from './overlap.ts';
export type { Point } from './polygon.ts';
export { countOnce, sharedNames } from './shared-floor.ts';
export { type JudgedBox, type ScoredBox, type Tally, tally } from './tally.ts';
export type { Verdict, Zone, ZoneAnchor, ZoneKind } from './zone.ts';
