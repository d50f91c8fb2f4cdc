/** What the script of a camera asks of the owner API: the newest picture, and the zones as they are stored. */

import type { OwnerAnswer } from '../../api/routes/owner/table.ts';
import type { Zone } from '../../engine/zones.ts';
import { Editing } from './editing.ts';

const LOST = 'The server does not answer. Is it running?';

/** @returns the answer, or in words for people why there is none. */
async function call<T>(path: string, init: RequestInit = {}) {
  const address = `/operator/v1${path}`;
  const answer = await fetch(address, { ...init, cache: 'no-store' }).catch(() => null);
  const body: unknown = await answer?.json().catch(() => null);
  const status = answer?.status ?? 0;
  if (answer?.ok && body !== null) return { value: body as T, refused: null, status };
  const detail: unknown = (body as { detail?: unknown } | null | undefined)?.detail;
  const words = typeof detail === 'string' ? detail : 'The server refused it.';
  return { value: null, refused: answer === null ? LOST : words, status };
}

type Look = OwnerAnswer<'GET /cameras/{camera_id}/look'>;

/** Wait after a refusal, ms: the camera may be back then. */
const AGAIN_MS = 3_000;

/** What is seen of a camera now. */
export interface Sight {
  /** Address of the picture that is shown, and what was seen in it, of one frame; null while there is none. */
  readonly shown: {
    readonly address: string;
    readonly look: Exclude<Look, { readonly frame: null }>;
  } | null;
  /** When it was taken, ms of this page's clock. */
  readonly takenMs: number;
  /** Why there is no newer one; null while they come. */
  readonly refused: string | null;
}

export const NOTHING_SEEN: Sight = { shown: null, takenMs: 0, refused: null };

/** Asks for one picture after the other, never of a hidden page, and tells each. */
export async function follow(camera: string, tell: (change: Partial<Sight>) => void) {
  const path = `/cameras/${encodeURIComponent(camera)}/look`;
  for (let after = 0; ; ) {
    await seen();
    const { value, refused } = await call<Look>(`${path}?after=${after}`);
    tell({ refused: refused ?? (value?.frame === null ? value.detail : null) });
    if (refused !== null) await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    if (value === null || value.frame === null) continue;
    after = value.frame;
    const address = `/operator/v1${path}/${after}.jpg`;
    const picture = new Image();
    picture.src = address;
    // Once it is decoded the picture and its boxes change in one turn; one that is gone already is passed over.
    await picture.decode().then(
      () => tell({ takenMs: performance.now() - value.age_ms, shown: { address, look: value } }),
      () => undefined,
    );
  }
}

/** Once the page is seen. */
function seen(): Promise<void> {
  return new Promise((resolve) => {
    if (!document.hidden) resolve();
    else document.addEventListener('visibilitychange', () => resolve(), { once: true });
  });
}

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
  const fault = all.map(({ editing }) => editing.fault).find(Boolean);
  if (fault) return fault;
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
  return 'Somebody changed the zones meanwhile, and these are theirs. Press Undo to get yours back and save them.';
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
