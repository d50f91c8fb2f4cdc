/** What the pages of an owner are drawn from: the audit log, the cameras, the detectors, and how far off the counts are by room. */

import { networkInterfaces } from 'node:os';
import { placedCameras } from '../../../../config/config.ts';
import { formatInstant } from '../../../../gym/calendar/zone.ts';
import { redactText } from '../../../../runtime/log/redaction.ts';
import { isPublicAddress } from '../../../../runtime/reach.ts';
import { ALL_TRAINERS } from '../../../../service/callers/caller.ts';
import type { AuditRecord } from '../../../../store/history/access.ts';
import { AUDIT_KINDS } from '../../../../web/owner-data.ts';
import { moment } from '../../../../web/words/format.ts';
import { ROLES } from '../../../../web/words/sign-in.ts';
import { roleOf } from '../readers.ts';
import type { OwnerParts } from './owner-parts.ts';

/** Lines that are read, and those of them that a page lists. Chosen here: more is a matter for a file. */
const MAX_READ = 1_000;
const MAX_LISTED = 200;

/** What was done, behind the name of who did it. A kind without words does not compile. */
export const AUDIT_WORDS: Readonly<Record<AuditRecord['kind'], string>> = {
  key_created: 'made a key',
  key_revoked: 'revoked a key',
  signed_in: 'signed in',
  sign_in_ended: 'ended a sign-in',
  sign_in_refused: 'was refused a sign-in',
  link_made: 'made a link',
  link_withdrawn: 'withdrew a link',
  correction_made: 'corrected a class',
  correction_withdrawn: 'took a correction back',
  true_count_noted: 'noted a true count',
  true_count_withdrawn: 'took a true count back',
  import_made: 'imported classes',
  import_undone: 'took an import back',
  trainer_joined: 'joined trainers',
  trainer_separated: 'separated trainers',
  trainer_seen: 'looked at a trainer',
  config_changed: 'changed the configuration',
  cameras_searched: 'looked for cameras',
  model_installed: 'installed a model',
};

/** Who changed what, and who looked at the figures of trainers, in names where they are known. */
export async function auditPage({ reader, operator, query }: OwnerParts) {
  const { gym } = reader.view;
  const show = AUDIT_KINDS.find((kind) => kind === query.get('show')) ?? 'all';
  const lines = await operator.audit.audit({ gymId: gym.id, limit: MAX_READ });
  const wanted = lines.filter(
    ({ kind }) => show === 'all' || (kind === 'trainer_seen') === (show === 'looks'),
  );
  const names = namesOf({ reader, operator });
  return {
    page: 'audit' as const,
    show,
    rows: wanted.slice(0, MAX_LISTED).map((line) => ({
      at: formatInstant(gym.timezone, line.atUtcMs),
      by: names.person(line.by),
      what: AUDIT_WORDS[line.kind],
      ...names.subject(line),
    })),
    isCut: wanted.length > MAX_LISTED || lines.length === MAX_READ,
  };
}

function namesOf({ reader, operator }: Pick<OwnerParts, 'reader' | 'operator'>) {
  const { gym, sessions, trainers } = reader.view;
  const keys = new Map(operator.access.keys(gym.id).map((key) => [key.id, key]));
  const signedIn = operator.access.signIns.list(gym.id);
  const signIns = new Map(signedIn.map(({ key, signIn }) => [signIn.id, key.id]));
  const devices = new Map(signedIn.map(({ signIn }) => [signIn.id, signIn.device]));
  const person = (id: string): string => {
    const key = keys.get(signIns.get(id) ?? id);
    if (key === undefined) return id;
    return key.label ?? `${ROLES[roleOf(key)]} ${key.prefix}`;
  };
  const subject = ({ kind, subject: id }: AuditRecord) => {
    if (/^correction|^true_count/.test(kind)) {
      const session = sessions.find((one) => one.id === id);
      const when = session && moment(formatInstant(gym.timezone, session.startsUtcMs));
      const of = session === undefined ? id : `${session.name}, ${when}`;
      return { of, page: `/sessions/${encodeURIComponent(id)}` };
    }
    if (kind === 'trainer_seen') {
      if (id === ALL_TRAINERS) return { of: 'all trainers', page: '/trainers' };
      const trainer = trainers.find((one) => one.id === id);
      return { of: trainer?.name ?? id, page: `/trainers/${encodeURIComponent(id)}` };
    }
    return { of: kind.startsWith('key') ? person(id) : (devices.get(id) ?? id), page: null };
  };
  return { person, subject };
}

export async function camerasPage(parts: OwnerParts) {
  const { reader, call, query, sent } = parts;
  const { hint, better } = await call('GET /detectors');
  return {
    page: 'cameras' as const,
    cameras: cameraRows(parts),
    rooms: reader.view.rooms.map(({ id, name }) => ({ id, name })),
    range: ownRange(),
    removed: query.get('removed'),
    weak: { hint, better },
    sent,
  };
}

export async function cameraPage(parts: OwnerParts) {
  const { id, call, sent } = parts;
  const camera = cameraRows(parts).find((one) => one.id === id);
  if (camera === undefined) return { page: 'missing', what: 'camera' } as const;
  const { detectors } = await call('GET /detectors');
  return { page: 'camera', camera, others: othersOf(parts), detectors, sent } as const;
}

export async function modelsPage({ call, sent }: OwnerParts) {
  return { page: 'models' as const, list: await call('GET /detectors'), sent };
}

function othersOf({ id, operator }: OwnerParts): string[] {
  const placed = placedCameras(operator.config());
  const own = placed.find(({ camera }) => camera.id === id);
  return placed
    .filter(({ gymId, roomId }) => gymId === own?.gymId && roomId === own.roomId)
    .map(({ camera }) => camera.id)
    .filter((other) => other !== id);
}

/** What the cameras of the gym do. Times are RFC 3339 with the gym's offset. */
export function cameraRows({ reader, engine }: OwnerParts) {
  const { cameras, cameraPlaces } = engine.status();
  const { id: gymId, timezone } = reader.view.gym;
  const time = (utcMs: number) => formatInstant(timezone, utcMs);
  return cameras.flatMap(({ id, state, detail, sinceUtcMs }) => {
    const place = cameraPlaces.get(id);
    if (place?.gymId !== gymId) return [];
    const { lastSampleUtcMs: last } = place;
    const lastCount = last === null ? null : time(last);
    const reason = detail && redactText(detail);
    return { id, state, detail: reason, since: time(sinceUtcMs), lastCount };
  });
}

export async function calibratePage({ reader, call, sent }: OwnerParts) {
  const { revision, rooms } = await call('GET /calibration');
  const time = (text: string) => formatInstant(reader.view.gym.timezone, Date.parse(text));
  return {
    page: 'calibrate' as const,
    canSwitch: revision !== null,
    fault: sent?.fault ?? null,
    rooms: rooms.map((room) => ({
      ...room,
      counted: room.counted.map((one) => ({ ...one, starts_at: time(one.starts_at) })),
    })),
  };
}

/** The network of this computer, to begin a search for cameras with: at most 254 addresses round its own, such as `192.168.1.0/24`; null where it is in no private network of IPv4. */
export function ownRange(interfaces = networkInterfaces()): string | null {
  const own = Object.values(interfaces)
    .flatMap((addresses) => addresses ?? [])
    .find(
      ({ family, internal, address }) =>
        family === 'IPv4' && !internal && !isPublicAddress(address),
    );
  if (own === undefined) return null;
  const bits = Math.max(24, Number(own.cidr?.split('/')[1] ?? 24));
  const parts = own.address.split('.').map(Number);
  const network = (parts[3] ?? 0) & (256 - 2 ** (32 - bits));
  return `${parts.slice(0, 3).join('.')}.${network}/${bits}`;
}
