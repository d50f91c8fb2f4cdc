/**
 * Entries of the file: what commands and owners hand in. `editConfig` is given the language of their texts; an address
 * with variables is a {@link FileText}.
 */

import type { FileText } from './file-text.ts';

export interface ZoneEntry {
  readonly name: string;
  readonly kind: 'count' | 'ignore' | 'staff' | 'overlap';
  readonly polygon: readonly (readonly [number, number])[];
  readonly anchor?: 'bottom_centre' | 'centre';
}

export interface CameraEntry {
  readonly id: string;
  readonly url: string | FileText;
  readonly transport?: 'tcp' | 'udp';
  readonly enabled?: boolean;
  readonly detector?: string;
  readonly detector_options?: Readonly<Record<string, unknown>>;
  readonly pixel_unit?: 'centikelvin' | 'decikelvin' | 'millimetre';
  readonly sampling?: {
    readonly class_period?: string;
    readonly idle_period?: string;
    readonly idle_pause?: boolean;
  };
  readonly zones?: readonly ZoneEntry[];
}

/** What to change of a camera: a value sets a key, null takes it out, what is left out stays. */
export type CameraChange = {
  readonly [Key in Exclude<keyof CameraEntry, 'id'>]?: CameraEntry[Key] | null;
};

export interface RoomEntry {
  readonly id: string;
  readonly name?: string;
  readonly capacity?: number;
  readonly camera_rule?: 'max' | 'sum' | 'primary';
  readonly calibration?: boolean;
}

/** What to change of a room, as {@link CameraChange}. */
export type RoomChange = {
  readonly [Key in Exclude<keyof RoomEntry, 'id'>]?: RoomEntry[Key] | null;
};

export interface SourceEntry {
  readonly id: string;
  readonly url: string | FileText;
  readonly format?: 'auto' | 'ics' | 'csv' | 'json';
  readonly refresh?: string;
  readonly columns?: Readonly<Record<string, string>>;
  readonly rooms?: Readonly<Record<string, string>>;
}

/** What to change of a source of classes, as {@link CameraChange}. */
export type SourceChange = {
  readonly [Key in Exclude<keyof SourceEntry, 'id'>]?: SourceEntry[Key] | null;
};

export interface GymEntry {
  readonly id: string;
  readonly name?: string;
  readonly timezone: string;
  readonly currency?: string;
}
