/** What the difficulty levels mean, in figures. Chosen here; the accuracy table of the detectors shows what they cost. */

import type { SceneDifficulty } from './spec.ts';

export interface Level {
  /** Distance between people that a class keeps while the room is large enough, m. */
  readonly spacingM: number;
  /** Share of the people who wear colours near those of the floor. */
  readonly dullShare: number;
  /** Share of exercises on the floor (lying, sitting), where the room does not decide. */
  readonly floorShare: number;
  /** Share of people who leave the room for a few minutes. */
  readonly breakShare: number;
  /** Noise of the sensor in a mid-grey, standard deviation, 0..255. */
  readonly noise: number;
  /** Slow changes of brightness, ± ratio. */
  readonly drift: number;
  /** How often a row of lamps is switched in a class. */
  readonly switches: number;
  /** How much of the light a switched row takes away on its side, ratio. */
  readonly switchDepth: number;
  /** How much the sun lights the floor at most, 0..1. */
  readonly sun: number;
  /** Whether people are seen in the mirror. */
  readonly isMirrorClear: boolean;
  /** JPEG quality, 0..100. */
  readonly quality: number;
}

export const LEVELS: Readonly<Record<SceneDifficulty, Level>> = {
  easy: {
    spacingM: 1.9,
    dullShare: 0,
    floorShare: 0.1,
    breakShare: 0,
    noise: 1.5,
    drift: 0.02,
    switches: 0,
    switchDepth: 0,
    sun: 0,
    isMirrorClear: false,
    quality: 88,
  },
  normal: {
    spacingM: 1.5,
    dullShare: 0.1,
    floorShare: 0.25,
    breakShare: 0.1,
    noise: 2.5,
    drift: 0.06,
    switches: 1,
    switchDepth: 0.22,
    sun: 0.22,
    isMirrorClear: false,
    quality: 78,
  },
  hard: {
    spacingM: 1.1,
    dullShare: 0.35,
    floorShare: 0.45,
    breakShare: 0.2,
    noise: 4.5,
    drift: 0.14,
    switches: 3,
    switchDepth: 0.42,
    sun: 0.4,
    isMirrorClear: true,
    quality: 58,
  },
};
