/** Pages that only an owner has: who else asks gets none of them. Their forms are sent to them, and draw them again. */

import type { Content } from '../../../../web/app.tsx';
import type { RefusedData } from '../../../../web/data.ts';
import { SETUP_STEPS, type SentForm } from '../../../../web/owner-data.ts';
import { SIGN_IN_FAULTS } from '../../../../web/words/sign-in.ts';
import { isFromOwnPage } from '../../../auth/browsers.ts';
import type { ApiRequest, Headers } from '../../../http/message.ts';
import { parseQuery } from '../../../validation/parameters.ts';
import { callsOf } from '../../owner/table.ts';
import { onTo, page, passingPage } from '../page-answer.ts';
import { frameOf, readerOf, type World } from '../readers.ts';
import { ShownOnce } from '../shown-once.ts';
import { askForKey } from '../sign-in/world.ts';
import { ACTS } from './acts.ts';
import { type Form, formOf, type OwnerParts, refusedBy } from './owner-parts.ts';
import { auditPage, calibratePage, cameraPage, camerasPage, modelsPage } from './pages.ts';
import { setupPage } from './setup.ts';

type OwnerPage = readonly [
  refused: RefusedData['to'],
  draw: (parts: OwnerParts) => Content | Promise<Content>,
];

const PAGES: Readonly<Record<string, OwnerPage>> = {
  '/setup': ['setup', setupPage],
  '/setup/{id}': ['setup', setupPage],
  '/cameras': ['cameras', camerasPage],
  '/cameras/{id}': ['cameras', cameraPage],
  '/models': ['setup', modelsPage],
  '/calibrate': ['calibrate', calibratePage],
  '/audit': ['audit', auditPage],
};

/** All of them, as they are declared. */
export const OWNER_TEMPLATES: readonly string[] = Object.keys(PAGES);

/** The page of a decoded path; null where it is none of these. */
export function findOwnerPage(path: string) {
  const [, place = '', id = ''] = /^(\/[a-z]+)(?:\/([^/]{1,64}))?$/.exec(path) ?? [];
  const name = id === '' ? place : `${place}/{id}`;
  const isStep = place !== '/setup' || id === '' || SETUP_STEPS.some((step) => step === id);
  const made = Object.hasOwn(PAGES, name) && isStep ? PAGES[name] : undefined;
  return made === undefined ? null : { made, id };
}

type OwnerPlace = NonNullable<ReturnType<typeof findOwnerPage>>;

export async function ownerPage(world: World, request: ApiRequest, place: OwnerPlace) {
  const {
    made: [refused, draw],
    id,
  } = place;
  const reader = readerOf(world, request);
  if (reader === null || reader.signedIn === null) return askForKey(world, request);
  const { owner: operator, engine } = world;
  const frame = frameOf(reader.view, request.path, reader);
  const owner = reader.signedIn;
  if (owner.key.role !== 'owner' || operator === undefined) {
    return page(403, { frame, content: { page: 'refused', to: refused } });
  }
  const call = callsOf(operator, owner, request.signal);
  const query = parseQuery(request.rawQuery);
  const about: OwnerParts = { reader, owner, operator, engine, id, query, call, sent: null };
  const isOwn = isFromOwnPage(request.headers, world.base());
  const came = request.method === 'POST' ? await sentTo(about, request, isOwn) : null;
  if (typeof came === 'string') return onTo(came);
  const { gymId } = owner.key;
  if (came?.key !== undefined) return MADE.onTo(request.path, gymId, came);
  const sent = came ?? MADE.take(request, gymId);
  const content = await draw({ ...about, sent });
  const status =
    { refused: 403, missing: 404 }[content.page as string] ?? (sent?.fault ? 422 : 200);
  // What is typed, or a key that is shown, is nobody's to keep.
  const made = (sent === null ? page : passingPage)(status, { frame, content });
  const isInstalling = content.page === 'models' && content.list.install?.state === 'running';
  return sent === null && isInstalling
    ? { ...made, headers: [...(made.headers ?? []), ...AGAIN] }
    : made;
}

const MADE = new ShownOnce<SentForm>();

/** How often a page looks how far an installation is. */
const AGAIN: Headers = [['Refresh', '2']];

/** Does what the form says. @returns where the person goes on, or what the page draws. */
async function sentTo(
  about: OwnerParts,
  request: ApiRequest,
  isOwn: boolean,
): Promise<string | SentForm> {
  const form: Form = (await formOf(request)) ?? { fields: new Map(), file: null };
  const { fields } = form;
  const act = fields.get('act') ?? '';
  const sent = { act, fields, fault: null, code: null };
  if (!isOwn) return { ...sent, fault: SIGN_IN_FAULTS.foreign };
  const perform = Object.hasOwn(ACTS, act) ? ACTS[act] : undefined;
  if (perform === undefined) return { ...sent, fault: SIGN_IN_FAULTS.form };
  const text = (name: string) => (fields.get(name) ?? '').trim();
  try {
    const came = await perform(about, { ...form, text });
    return typeof came === 'string' ? came : { ...sent, ...came };
  } catch (error) {
    return { ...sent, ...refusedBy(error) };
  }
}
