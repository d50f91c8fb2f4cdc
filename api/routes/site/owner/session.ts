/** What an owner says of a class on its page: a true count for the cameras, or a correction for the figures. */

import { isTurnoutError } from '../../../../errors.ts';
import type { SessionData } from '../../../../web/model/classes.ts';
import type { FindingsData, SentFinding } from '../../../../web/owner-data.ts';
import { SIGN_IN_FAULTS } from '../../../../web/words/sign-in.ts';
import { isFromOwnPage } from '../../../auth/browsers.ts';
import type { ApiRequest } from '../../../http/message.ts';
import type { OwnerApp } from '../../owner/row.ts';
import { fieldsOf } from '../sign-in/world.ts';

export type FindingsParts = Pick<OwnerApp, 'findings' | 'classes' | 'config'>;

/** Whose word it is. */
export interface SayingOwner {
  readonly by: string;
  readonly gymId: string;
}

const MOST_PEOPLE = 10_000;
const MOST_NOTE = 500;

/** Null for a class that is still to come, or was cancelled: nothing is said of it. */
export async function findingsData(
  { classes, config }: FindingsParts,
  gymId: string,
  { report: { session } }: SessionData,
  sent: SentFinding | null,
): Promise<FindingsData | null> {
  if (session.status !== 'in_progress' && session.status !== 'completed') return null;
  const { id, room } = session;
  const corrections = await classes.corrections(id);
  const held = corrections.findLast((one) => one.withdrawnUtcMs === null);
  const counts = await classes.trueCounts(gymId);
  const rooms = config().gyms.find((gym) => gym.id === gymId)?.rooms ?? [];
  return {
    rooms: room === null ? rooms.map((one) => ({ id: one.id, name: one.name })) : [],
    correction: held === undefined ? null : { attended: held.attended, note: held.note },
    trueCount: counts.find(({ classId }) => classId === id)?.people ?? null,
    sent,
  };
}

/** Stores what the form says. @returns null where it is stored, else what is wrong with it. */
export async function sayOfClass(
  { findings }: FindingsParts,
  owner: SayingOwner,
  classId: string,
  { request, base }: { readonly request: ApiRequest; readonly base: string },
): Promise<SentFinding | null> {
  const fields = fieldsOf(request) ?? new Map<string, string>();
  const text = (name: string) => (fields.get(name) ?? '').trim();
  const act = text('act');
  const form = act.endsWith('count') ? 'count' : 'correct';
  const sent = { form, isUnlikely: false, fields } as const;
  if (!isFromOwnPage(request.headers, base)) return { ...sent, fault: SIGN_IN_FAULTS.foreign };
  const store = async () => {
    if (act === 'uncount') return findings.uncount(classId, owner);
    if (act === 'uncorrect') return findings.uncorrect(classId, owner);
    const speaker = { ...owner, isForced: true };
    const people = Number(text('people'));
    if (form === 'correct') {
      const note = text('note').slice(0, MOST_NOTE) || null;
      return findings.correct(classId, { attended: people, note }, speaker);
    }
    await findings.count(classId, { people, room: text('room') || null }, speaker);
  };
  try {
    const fault = act.startsWith('un') ? null : await faultOf(findings, owner, classId, text);
    if (fault !== null) return { ...sent, ...fault };
    await store();
    return null;
  } catch (error) {
    if (!isTurnoutError(error)) throw error;
    return { ...sent, fault: error.message };
  }
}

/** What is wrong with the number; far more people than spots are taken when they are sent once more. */
async function faultOf(
  findings: FindingsParts['findings'],
  { gymId }: SayingOwner,
  classId: string,
  text: (name: string) => string,
): Promise<Pick<SentFinding, 'fault' | 'isUnlikely'> | null> {
  const people = Number(text('people'));
  if (!/^\d{1,5}$/.test(text('people')) || people > MOST_PEOPLE) {
    return { fault: 'Type a whole number of people, such as 14.', isUnlikely: false };
  }
  const most = findings.mostTaken(await findings.record(classId, gymId));
  if (text('force') === 'yes' || most === null || people <= most) return null;
  return { fault: 'That is far more people than spots. Is it right?', isUnlikely: true };
}
