/** Cameras whose zones are drawn, and how they are saved: those that are drawn together in one change. */

import type { OwnerAnswer } from '../../api/routes/owner/table.ts';
import type { Zone } from '../../engine/zones.ts';
import { call } from './call.ts';
import { Editing } from './editing.ts';

type CameraAnswer = OwnerAnswer<'GET /cameras/{camera_id}'>;

export interface Drawn {
  readonly camera: string;
  readonly editing: Editing;
  /** Why its room is too full for it; null where it is not. */
  readonly coverage: string | null;
  /** Of the configuration file as it was seen last; null where there is none. */
  revision: string | null;
}

/** Somebody else changed the file meanwhile. */
const CHANGED = 412;

export const pathOf = (camera: string) => `/cameras/${encodeURIComponent(camera)}`;

/** A camera with its zones as they are in the file; in place of it why there is none. */
export async function opened(camera: string): Promise<Drawn | string> {
  const { value, refused } = await call<CameraAnswer>(pathOf(camera));
  if (value === null) return refused ?? '';
  const { zones, coverage } = value.camera;
  const editing = new Editing(zones.map(fromWire));
  return { camera, editing, coverage: coverage?.words ?? null, revision: value.revision };
}

/** Saves the zones of all of them, or of none. Returns what went wrong, for people; null where they are saved. */
export async function saved(first: Drawn, ...others: readonly Drawn[]): Promise<string | null> {
  const all = [first, ...others];
  const fault = all.map(({ editing }) => editing.fault).find((one) => one !== null);
  if (fault) return fault.text;
  const drawn = all.map(({ editing }) => editing.zones);
  const [zones, ...more] = drawn.map((one) => one.map(toWire));
  const also = others.map(({ camera }, at) => ({ camera, zones: more[at] }));
  const body = { zones, ...(also.length > 0 && { also }) };
  const { revision } = first;
  const answered = await call<CameraAnswer>(`${pathOf(first.camera)}/zones`, {
    method: 'PUT',
    headers: {
      'Content-Type': 'application/json',
      'If-Match': revision === null ? '*' : `"${revision}"`,
    },
    body: JSON.stringify(body),
  });
  if (answered.status === CHANGED) return takenAgain(all);
  if (answered.value === null) return answered.refused;
  for (const [at, one] of all.entries()) {
    one.revision = answered.value.revision;
    one.editing.noteSaved(drawn[at] ?? []);
  }
  return null;
}

/** Shows what is in the file now. */
async function takenAgain(all: readonly Drawn[]): Promise<string | null> {
  for (const one of all) {
    const { value, refused } = await call<CameraAnswer>(pathOf(one.camera));
    if (value === null) return refused;
    one.revision = value.revision;
    one.editing.take(value.camera.zones.map(fromWire));
  }
  return 'Somebody changed the zones meanwhile. These are theirs now. Undo shows yours: you can save them then.';
}

/** As the configuration writes it. */
type WireZone = Omit<Zone, 'anchor'> & Partial<Pick<Zone, 'anchor'>>;

function fromWire(zone: WireZone): Zone {
  return { ...zone, anchor: zone.anchor ?? 'bottom_centre' };
}

/** An overlap zone holds everyone: postures that it had as another kind are refused there. */
function toWire({ anchor, postures, ...zone }: Zone): WireZone {
  return {
    ...zone,
    ...(anchor === 'centre' && { anchor }),
    ...(zone.kind !== 'overlap' && postures && { postures }),
  };
}
