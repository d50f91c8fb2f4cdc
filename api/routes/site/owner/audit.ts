/** `/audit`: who changed what, and who looked at the figures of trainers, in names where they are known. */

import { formatInstant } from '../../../../gym/calendar/zone.ts';
import { ALL_TRAINERS } from '../../../../service/callers/caller.ts';
import type { AuditRecord } from '../../../../store/history/access.ts';
import {
  AUDIT_KINDS,
  type AuditData,
  type AuditFilter,
  type AuditRow,
} from '../../../../web/owner-data.ts';
import { ROLES } from '../../../../web/words/sign-in.ts';
import type { OwnerAsked } from './asked.ts';

/** Lines that are read, and those of them that a page lists. Chosen here: more is a matter for a file. */
const MAX_READ = 1_000;
const MAX_LISTED = 200;

/** What was done. A kind without words does not compile. */
const WHAT: Readonly<Record<AuditRecord['kind'], string>> = {
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

export async function auditPage({ reader, operator, query }: OwnerAsked): Promise<AuditData> {
  const { gym } = reader.view;
  const show = AUDIT_KINDS.find((kind) => kind === query.get('show')) ?? 'all';
  const lines = await operator.audit.audit({ gymId: gym.id, limit: MAX_READ });
  const wanted = lines.filter(({ kind }) => isShown(kind, show));
  const names = namesOf({ reader, operator });
  return {
    page: 'audit',
    show,
    rows: wanted.slice(0, MAX_LISTED).map((line) => ({
      at: formatInstant(gym.timezone, line.atUtcMs),
      by: names.person(line.by),
      what: WHAT[line.kind],
      ...names.subject(line),
    })),
    isCut: wanted.length > MAX_LISTED || lines.length === MAX_READ,
  };
}

function isShown(kind: AuditRecord['kind'], show: AuditFilter): boolean {
  return show === 'all' || (kind === 'trainer_seen') === (show === 'looks');
}

function namesOf({ reader, operator }: Pick<OwnerAsked, 'reader' | 'operator'>) {
  const { gym, sessions, trainers } = reader.view;
  const keys = new Map(operator.access.keys(gym.id).map((key) => [key.id, key]));
  const signedIn = operator.access.signIns.list(gym.id);
  const signIns = new Map(signedIn.map(({ key, signIn }) => [signIn.id, key.id]));
  const devices = new Map(signedIn.map(({ signIn }) => [signIn.id, signIn.device]));
  const person = (id: string): string => {
    const key = keys.get(signIns.get(id) ?? id);
    if (key === undefined) return id;
    const role = ROLES[key.role === 'free' ? 'screen' : key.role];
    return key.label ?? `${role} ${key.prefix}`;
  };
  const subject = ({ kind, subject: id }: AuditRecord): Pick<AuditRow, 'of' | 'page'> => {
    if (kind.startsWith('correction') || kind.startsWith('true_count')) {
      const session = sessions.find((one) => one.id === id);
      return { of: session?.name ?? id, page: `/sessions/${encodeURIComponent(id)}` };
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
