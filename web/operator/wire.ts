/** What the owner API answers, as its own rows have it; and the zones of a camera on the wire. */

import type { OwnerAnswer } from '../../api/routes/owner/table.ts';
import type { Zone } from '../../engine/zones/zone.ts';

export type CameraAnswer = OwnerAnswer<'GET /cameras/{camera_id}'>;
type Look = OwnerAnswer<'GET /cameras/{camera_id}/look'>;
export type LookAnswer = Exclude<Look, { readonly frame: null }>;
/** No picture came while it was waited for. */
export type NoLook = Extract<Look, { readonly frame: null }>;
export type Probe = OwnerAnswer<'POST /probe'>;
export type Search = OwnerAnswer<'POST /cameras/find'>;

export type DetectorList = OwnerAnswer<'GET /detectors'>;
export type Model = DetectorList['models'][number];
export type Install = OwnerAnswer<'GET /models/{model}/install'>;
export type DetectorTest = OwnerAnswer<'POST /cameras/{camera_id}/detector-test'>;

export type GymAnswer = OwnerAnswer<'GET /gym'>;
export type SourceLine = OwnerAnswer<'GET /sources'>['sources'][number];
export type UploadAnswer = OwnerAnswer<'POST /uploads'>;
export type PreviewAnswer = OwnerAnswer<'POST /previews'>;
export type PreviewRoom = PreviewAnswer['rooms'][number];
export type OddOne = PreviewAnswer['odd_ones'][number];
export type ImportAnswer = OwnerAnswer<'POST /imports'>;
export type Counts = ImportAnswer['counts'];
export type ImportLine = OwnerAnswer<'GET /imports'>['imports'][number];
export type UndoAnswer = OwnerAnswer<'POST /imports/{import_id}/undo'>;

/** As the configuration writes it. */
export type WireZone = Omit<Zone, 'anchor'> & Partial<Pick<Zone, 'anchor'>>;

export function fromWire(zone: WireZone): Zone {
  return { ...zone, anchor: zone.anchor ?? 'bottom_centre' };
}

/** An overlap zone holds everyone: postures that it had as another kind are refused there. */
export function toWire({ anchor, postures, ...zone }: Zone): WireZone {
  return {
    ...zone,
    ...(anchor === 'centre' && { anchor }),
    ...(zone.kind !== 'overlap' && postures && { postures }),
  };
}

/** How a file is to be read. */
export interface Reading {
  readonly columns: Readonly<Record<string, string>>;
  readonly rooms: Readonly<Record<string, string>>;
}
