/** What an analysis of one recording or stream says. */

import type { Size } from '../../detectors/picture/fit.ts';
import type { BodyCount } from '../../gym/attendance/estimate/interval.ts';
import type { StreamInfo } from '../cameras/source.ts';
import type { HeatMap, RgbPicture } from '../pool/messages.ts';
import type { JudgedBox } from '../zones/tally.ts';
import type { TrackedPeople } from './tracks.ts';

export interface AnalysisSample {
  /** Position in the recording, ms from its first keyframe. */
  readonly tMs: number;
  /** Null while the detector warms up. */
  readonly count: number | null;
}

export interface AnalysisCost {
  /** Mean time to decode and fit one picture, ms; null without samples. */
  readonly decodeMs: number | null;
  /** Mean time in the detector, ms; null without samples. */
  readonly detectMs: number | null;
  /** From opening the source to the last count, ms; building the detector not counted in. */
  readonly wallMs: number;
  /** Frames that could not be looked at, by code of the error. */
  readonly failures: Readonly<Record<string, number>>;
}

/** The picture with the most people, and what was seen in it. */
export interface AnalysisPicture extends RgbPicture {
  readonly tMs: number;
  /** Null where no picture was counted, since the detector was warming up. */
  readonly count: number | null;
  readonly boxes: readonly JudgedBox[];
  /** Where people are, of a detector that counts without boxes. */
  readonly heat?: HeatMap;
}

/** What looked at the pictures. */
export interface AnalysisDetector {
  /** As it was asked for: a name, a package or a path. */
  readonly plugin: string;
  readonly model: string | null;
  /** Size of the picture that it looked at. */
  readonly input: Size;
  /** Whether it is a weak one, whose counts are a hint and no measurement. */
  readonly isWeak: boolean;
  /** Why better ones could not be built, a sentence each. */
  readonly passedOver: readonly string[];
}

export interface Analysis {
  readonly stream: StreamInfo;
  /** Size of the pictures as decoded; null when none was. */
  readonly frameSize: Size | null;
  /** In order of time. */
  readonly samples: readonly AnalysisSample[];
  readonly estimate: BodyCount;
  /** Different people, of a detector that follows them; null where it does not. */
  readonly tracks: Pick<TrackedPeople, 'different' | 'lasting'> | null;
  readonly cost: AnalysisCost;
  readonly detector: AnalysisDetector;
  /** Null when none was asked for or no picture came. */
  readonly picture: AnalysisPicture | null;
}
