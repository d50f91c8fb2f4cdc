/**
 * `/setup`: from nothing to the first count, in steps that are facts of the configuration. Before there is a gym a set-up code
 * of the terminal makes it, with its first owner; from then on the forms are calls of the owner API.
 */

import type { GymConfig } from '../../../config/config.ts';
import { isTurnoutError } from '../../../errors.ts';
import { slugOf } from '../../../gym/sessions/fold-name.ts';
import { addressGroup } from '../../../store/access/client-address.ts';
import { pageDocument, plainDocument } from '../../../web/document.tsx';
import {
  SETUP_STEPS,
  type SentForm,
  type SetupData,
  type SetupStep,
  type SetupStepId,
} from '../../../web/operator-data.ts';
import { type BeginProps, beginPage } from '../../../web/pages/setup/setup.tsx';
import { firstKeyPage } from '../../../web/pages/sign-in/sign-in.tsx';
import { counted } from '../../../web/words/format.ts';
import { SETUP } from '../../../web/words/setup.ts';
import { FIRST_KEY, SIGN_IN_FAULTS } from '../../../web/words/sign-in.ts';
import { isFromOwnPage, transportOf } from '../../auth/sign-in/transport.ts';
import type { Answer, ApiRequest } from '../../http/message.ts';
import type { OwnerParts } from '../owner/call.ts';
import { connected, isBookingForm } from './booking.ts';
import { frameOf } from './frame.ts';
import { ownRange } from './own-range.ts';
import { onTo, page, passingPage } from './page-answer.ts';
import { type PageReader, readerOf } from './readers.ts';
import { editsOf, gymFault, isSettings, settingsOf } from './settings.ts';
import { begun, firstOwner } from './sign-in/begin.ts';
import { asked, fieldsOf, mayTry, type SignInWorld } from './sign-in/world.ts';

export interface SetupWorld extends SignInWorld {
  readonly operator?: Pick<
    OwnerParts,
    'config' | 'file' | 'access' | 'audit' | 'clock' | 'desk' | 'readFeed'
  >;
}

type SetupPage = (world: SetupWorld, request: ApiRequest) => Answer | Promise<Answer>;

const HERE = '/setup';

export const SETUP_TEMPLATES: readonly string[] = [HERE, `${HERE}/{id}`];

/** The page of a decoded path; null where it is none of the set-up. */
export function findSetup(path: string): SetupPage | null {
  if (path === HERE) return (world, request) => setup(world, request, null);
  const step = SETUP_STEPS.find((one) => path === `${HERE}/${one}`);
  return step === undefined ? null : (world, request) => setup(world, request, step);
}

async function setup(
  world: SetupWorld,
  request: ApiRequest,
  step: SetupStepId | null,
): Promise<Answer> {
  const { operator, assets } = world;
  if (world.isDemo() && operator !== undefined) {
    if (transportOf(request.headers, world.names()) === 'open') return asked(world, request);
    return request.method === 'POST' ? begin(world, request) : begins(world);
  }
  const reader = readerOf(world, request);
  if (reader === null || reader.signedIn === null) return asked(world, request);
  const { gymId, role } = reader.signedIn.key;
  const ownGym = () => operator?.config().gyms.find(({ id }) => id === gymId);
  const gym = ownGym();
  const frame = frameOf(reader.view, request.path, reader);
  if (role !== 'owner' || gym === undefined || operator === undefined) {
    return page(
      403,
      pageDocument({ frame, content: { page: 'refused', to: 'cameras' } }, assets.files),
    );
  }
  const sent =
    request.method === 'POST' ? await saved({ world, request, step, gym, reader }) : null;
  if (sent === SAVED) return onTo(`${HERE}/${step}?saved`);
  const steps = stepsOf(ownGym() ?? gym, reader, operator.access.keys(gymId).length);
  const content = {
    ...contentOf(gym, reader, steps, step),
    revision: await operator.file.revision(),
    sent: request.rawQuery === 'saved' ? SAVED : sent,
  };
  return page(sent?.fault == null ? 200 : 422, pageDocument({ frame, content }, assets.files));
}

function contentOf(
  gym: GymConfig,
  { view }: PageReader,
  steps: readonly SetupStep[],
  step: SetupStepId | null,
): Omit<SetupData, 'revision' | 'sent'> {
  const open = steps.find(({ state }) => state === 'open') ?? steps.at(-1);
  const names = [...view.trainers, ...gym.economics.trainers].map(({ name }) => name);
  return {
    page: 'setup',
    steps,
    step: step ?? open?.id ?? 'gym',
    rooms: gym.rooms.map(({ id, name, capacity }) => ({ id, name, capacity })),
    cameras: gym.rooms.flatMap(({ cameras }) => cameras.map(({ id }) => ({ id }))),
    range: ownRange(),
    classes: view.sessions.length,
    settings: settingsOf(gym),
    trainers: [...new Set(names)],
  };
}

const SAVED: SentForm = { fault: null, fields: new Map() };

interface Sending {
  readonly world: SetupWorld;
  readonly request: ApiRequest;
  readonly step: SetupStepId | null;
  readonly gym: GymConfig;
  readonly reader: PageReader;
}

/** Stores what a form of the settings says; null where it is none of ours. */
async function saved({ world, request, step, gym, reader }: Sending): Promise<SentForm> {
  const fields = fieldsOf(request) ?? new Map<string, string>();
  const refused = (fault: string) => ({ fault, fields });
  if (!isFromOwnPage(request.headers, world.names().base)) return refused(SIGN_IN_FAULTS.foreign);
  const { operator } = world;
  const isBooking = step === 'schedule' && isBookingForm(fields);
  if (operator === undefined || !(isBooking || isSettings(step)) || fields.size === 0) {
    return refused(SIGN_IN_FAULTS.form);
  }
  const by = reader.signedIn?.key.id ?? '';
  const noted = (subject: string) => {
    const atUtcMs = operator.clock.nowUtcMs();
    return operator.audit.note({ atUtcMs, by, kind: 'config_changed', gymId: gym.id, subject });
  };
  if (!isSettings(step)) {
    const sent = await connected(operator, gym, fields, request.signal);
    if (sent.fault === null) await noted(`source ${fields.get('system')}: added`);
    return sent;
  }
  const edits = editsOf(step, gym, fields);
  if (typeof edits === 'string') return refused(edits);
  try {
    await operator.file.change(edits, { gym: gym.id, revision: '*' });
  } catch (error) {
    if (!isTurnoutError(error)) throw error;
    return refused(error.message);
  }
  await noted(step);
  return SAVED;
}

function stepsOf(gym: GymConfig, { view }: PageReader, keys: number): SetupStep[] {
  const cameras = gym.rooms.flatMap((room) => room.cameras);
  const zones = cameras.reduce((sum, camera) => sum + camera.zones.length, 0);
  const classes = view.sessions.length;
  const isPlanned = classes > 0 || gym.schedule.length > 0;
  const places = gym.rooms.map(({ name, capacity }) => `${name}, ${capacity ?? 'unknown'}`);
  const fact = (id: SetupStepId, isDone: boolean, told: string, isNeeded = true): SetupStep => ({
    id,
    state: isDone ? 'done' : isNeeded ? 'open' : 'optional',
    told: isDone ? told : null,
  });
  return [
    fact(
      'gym',
      true,
      [gym.name, gym.timezone, ...((gym.currency ?? '') ? [gym.currency] : [])].join(', '),
    ),
    fact('rooms', places.length > 0, places.join('; ')),
    fact('camera', cameras.length > 0, counted(cameras.length, 'camera')),
    fact('zones', zones > 0, String(zones), false),
    fact('schedule', isPlanned, classes > 0 ? `${classes} ${SETUP.schedule.known}` : 'a calendar'),
    fact('prices', gym.economics.revenuePerVisitMilli !== null, 'set', false),
    fact('keys', keys > 1, String(keys), false),
  ];
}

function begins(
  world: SetupWorld,
  { fault = null, told = null, typed = new Map() }: Partial<Omit<BeginProps, 'zones'>> = {},
  status = 200,
): Answer {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zones = [...new Set([zone, ...Intl.supportedValuesOf('timeZone')])].toSorted();
  const body = beginPage({ zones, zone: typed.get('timezone') ?? zone, fault, told, typed });
  return passingPage(status, plainDocument(SETUP.title, body, world.assets.files));
}

/** Makes the gym of the form, with its owner, for the person who has the code. */
async function begin(world: SetupWorld, request: ApiRequest): Promise<Answer> {
  const { access, operator, names, assets } = world;
  const fields = fieldsOf(request);
  if (!isFromOwnPage(request.headers, names().base)) {
    return begins(world, { fault: 'foreign' }, 403);
  }
  if (fields === null || operator === undefined) {
    return begins(world, { fault: 'form' }, 400);
  }
  if (!mayTry(world, request)) return begins(world, { fault: 'tooFast', typed: fields }, 429);
  const field = (name: string) => (fields.get(name) ?? '').trim();
  const [name, timezone, currency] = [
    field('name'),
    field('timezone'),
    field('currency').toUpperCase(),
  ];
  const wrong = gymFault(name, timezone, currency);
  if (wrong !== null) return begins(world, { told: wrong, typed: fields }, 400);
  const gymId = slugOf(name, 'gym');
  const code = access.setUpCodes.hold(field('code'), addressGroup(request.ip), gymId);
  if (code === null) {
    access.signIns.refuse();
    return begins(world, { fault: 'wrong', typed: fields }, 401);
  }
  try {
    await operator.file.begin({ id: gymId, name, timezone, ...(currency !== '' && { currency }) });
  } catch (error) {
    code.giveBack();
    if (!isTurnoutError(error)) throw error;
    return begins(world, { told: error.message, typed: fields }, 409);
  }
  const { secret, key } = await firstOwner(access, code, gymId);
  const cookie = await begun(world, request, key, 'code');
  const body = firstKeyPage(secret, HERE);
  const document = plainDocument(FIRST_KEY, body, assets.files);
  return passingPage(200, document, cookie === null ? [] : [cookie]);
}
