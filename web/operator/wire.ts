/** What the operator API says of a camera's picture and zones, and of a class, as far as the pages read it. */

import type { Zone } from '../../engine/zones/zone.ts';
import type { RoomFactors } from '../owner-data.ts';

type BoxRatio = readonly [number, number, number, number];

/** No picture came while it was waited for. */
export interface NoLook {
  readonly frame: null;
  /** What the camera does, and what to do; null where a picture may come any moment. */
  readonly detail: string | null;
}

export interface LookAnswer {
  /** Number of the picture; the next is asked for after it. */
  readonly frame: number;
  readonly age_ms: number;
  readonly width: number;
  readonly height: number;
  readonly count: number | null;
  readonly boxes: readonly {
    readonly box: BoxRatio;
    readonly score: number;
    readonly posture?: 'lying' | 'sitting' | 'standing';
    readonly feet?: readonly [number, number];
  }[];
  readonly false_places: readonly BoxRatio[];
  /** Where people were in the last samples. */
  readonly places: readonly BoxRatio[];
}

/** As the configuration writes it. */
export interface WireZone {
  readonly name: string;
  readonly kind: Zone['kind'];
  readonly polygon: Zone['polygon'];
  readonly anchor?: 'bottom_centre' | 'centre';
}

export interface CameraAnswer {
  /** Of the configuration file, for a change of it; null where there is no file. */
  readonly revision: string | null;
  readonly camera: {
    readonly zones: readonly WireZone[];
    /** A room that is too full for it; null for none. */
    readonly coverage: { readonly words: string } | null;
  };
}

export function fromWire({ name, kind, polygon, anchor }: WireZone): Zone {
  return { name, kind, polygon, anchor: anchor === 'centre' ? 'centre' : 'bottom_centre' };
}

export function toWire({ name, kind, polygon, anchor }: Zone): WireZone {
  return { name, kind, polygon, ...(anchor === 'centre' && { anchor }) };
}

/** What people said of a class. */
export interface ClassFindings {
  readonly rooms: readonly { readonly id: string; readonly name: string }[];
  /** Id of the room of the class. */
  readonly room: string | null;
  /** More people than this need force; null for no limit. */
  readonly most_people: number | null;
  readonly correction: { readonly attended: number; readonly note: string | null } | null;
  readonly true_count: { readonly people: number } | null;
}

interface Outcome {
  readonly attended: number | null;
  readonly capacity: number | null;
  readonly fill_rate: number | null;
  readonly no_shows: number | null;
}

export interface CorrectionEffect {
  readonly before: Outcome;
  readonly after: Outcome;
}

export interface TrueCountEffect {
  readonly compared: boolean;
  readonly after: RoomFactors;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Model {
  readonly name: string;
  readonly detector: string;
  readonly input: Size;
  readonly licence: string;
  readonly source: string;
  readonly size_bytes: number | null;
  readonly checksum: string | null;
  readonly installed: boolean;
  /** Whether its file is published. */
  readonly installable: boolean;
}

export interface Install {
  readonly model: string;
  readonly state: 'none' | 'running' | 'installed' | 'failed' | 'cancelled';
  readonly received_bytes: number;
  readonly total_bytes: number | null;
  readonly words: string | null;
}

export interface DetectorList {
  readonly detectors: readonly {
    readonly name: string;
    readonly weak: boolean;
    readonly cameras: readonly string[];
  }[];
  readonly hint: string | null;
  readonly better: string | null;
  readonly models: readonly Model[];
  readonly install: Install | null;
}

export interface DetectorTest {
  /** Number of the picture; null where there is none. */
  readonly frame: number | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly words: string | null;
  readonly results: readonly {
    readonly name: string;
    readonly count: number | null;
    readonly boxes: LookAnswer['boxes'];
    readonly ms: number | null;
    readonly input: Size | null;
    readonly words: string | null;
  }[];
}
