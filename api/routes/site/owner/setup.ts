/** `/setup` of a gym that is there: its steps are facts of the configuration and the data, each with its form. And before there is one. */

import type { GymConfig } from '../../../../config/config.ts';
import { isTurnoutError } from '../../../../errors.ts';
import { foldName, slugOf } from '../../../../gym/sessions/names.ts';
import { addressGroup } from '../../../../store/access/limits.ts';
import { SETUP_STEPS, type SetupStepId } from '../../../../web/owner-data.ts';
import { type BeginProps, beginPage } from '../../../../web/pages/sign-in/sign-in.tsx';
import { counted } from '../../../../web/words/format.ts';
import { isFromOwnPage, transportOf } from '../../../auth/browsers.ts';
import type { Answer, ApiRequest } from '../../../http/message.ts';
import { plainPage } from '../page-answer.ts';
import type { PageReader, World } from '../readers.ts';
import { askForKey, fieldsOf, firstOwner, mayTry } from '../sign-in/world.ts';
import { LISTED } from './acts.ts';
import type { OwnerParts } from './owner-parts.ts';
import { ownRange } from './pages.ts';
import { gymFault, settingsOf } from './settings.ts';

export async function setupPage({ reader, owner, operator, id, query, sent, call }: OwnerParts) {
  const { view } = reader;
  const gym = operator.config().gyms.find((one) => one.id === owner.key.gymId);
  if (gym === undefined) return { page: 'refused', to: 'cameras' } as const;
  const keys = operator.access.keys(gym.id).filter((key) => key.revokedUtcMs === null);
  const steps = stepsOf(gym, reader, keys.length);
  const open = steps.find(({ state }) => state === 'open') ?? steps.at(-1);
  const step = SETUP_STEPS.find((one) => one === id) ?? open?.id ?? 'gym';
  const trainers = [...view.trainers, ...gym.economics.trainers];
  // Once each, as the file spells it: its pay stands under that name.
  const names = new Map(trainers.map(({ name }) => [foldName(name), name]));
  const at = <Read>(one: SetupStepId, read: () => Read) => (step === one ? read() : undefined);
  return {
    page: 'setup' as const,
    steps,
    step,
    rooms: gym.rooms.map((room) => ({ id: room.id, name: room.name, capacity: room.capacity })),
    cameras: gym.rooms.flatMap(({ cameras }) => cameras.map((camera) => ({ id: camera.id }))),
    range: ownRange(),
    classes: view.sessions.length,
    settings: settingsOf(gym),
    revision: await operator.file.revision(),
    trainers: [...names.values()],
    isSaved: query.has('saved'),
    sent,
    weak: await at('camera', () => call('GET /detectors')),
    keys: await at('keys', async () => ({
      ...(await call('GET /keys')),
      trainers: view.trainers,
      done: doneIn(query, ['revoked']),
    })),
    notify: await at('notify', async () => ({
      ...(await call('GET /notifications')),
      done: doneIn(query, ['added', 'tested', 'removed']),
    })),
    schedule: await at('schedule', async () => ({
      ...(await call('GET /imports', { query: { limit: String(LISTED) } })),
      ...(await call('GET /sources')),
      done: doneIn(query, ['imported', 'undone', 'added', 'removed']),
    })),
  };
}

function doneIn<const What extends string>(query: OwnerParts['query'], words: readonly What[]) {
  const what = words.find((one) => query.has(one));
  return what === undefined ? null : { what, of: query.get(what) ?? '' };
}

/** Whether a step is done is read from the configuration and the data. */
function stepsOf(gym: GymConfig, { view }: PageReader, keys: number) {
  const cameras = gym.rooms.flatMap((room) => room.cameras);
  const zones = cameras.reduce((sum, camera) => sum + camera.zones.length, 0);
  const classes = view.sessions.length;
  const isPlanned = classes > 0 || gym.schedule.length > 0;
  const places = gym.rooms.map(({ name, capacity }) => `${name}, ${capacity ?? 'unknown'}`);
  const about = [gym.name, gym.timezone, gym.currency ?? ''].filter((one) => one !== '').join(', ');
  const fact = (id: SetupStepId, isDone: boolean, text: string, isNeeded = true) => ({
    id,
    state: isDone ? ('done' as const) : isNeeded ? ('open' as const) : ('optional' as const),
    detail: isDone ? text : null,
  });
  return [
    fact('gym', true, about),
    fact('rooms', places.length > 0, places.join('; ')),
    fact('camera', cameras.length > 0, counted(cameras.length, 'camera')),
    fact('zones', zones > 0, String(zones), false),
    fact(
      'schedule',
      isPlanned,
      classes > 0 ? `${counted(classes, 'class', 'classes')} up to tomorrow` : 'a calendar',
    ),
    fact('prices', gym.economics.revenuePerVisitMilli !== null, 'set', false),
    fact('notify', gym.notify.length > 0, counted(gym.notify.length, 'channel'), false),
    fact('keys', keys > 1, String(keys), false),
  ];
}

/** Where there is only sample data: asks for the code and the gym, and makes it. */
export function beginSetup(world: World, request: ApiRequest): Answer | Promise<Answer> {
  if (transportOf(request.headers, world) === 'open') return askForKey(world, request);
  return request.method === 'POST' ? begin(world, request) : begins();
}

function begins(given: Partial<Omit<BeginProps, 'zones'>> = {}, status = 200): Answer {
  const { fault = null, message = null, typed = new Map() } = given;
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zones = [...new Set([zone, ...Intl.supportedValuesOf('timeZone')])].toSorted();
  const body = beginPage({ zones, zone: typed.get('timezone') ?? zone, fault, message, typed });
  return plainPage({ status, title: 'Settings', body });
}

/** Makes the gym of the form, with its owner, for the person who has the code. */
async function begin(world: World, request: ApiRequest): Promise<Answer> {
  const { access, owner: operator } = world;
  const fields = fieldsOf(request);
  if (!isFromOwnPage(request.headers, world.base())) return begins({ fault: 'foreign' }, 403);
  if (fields === null || operator === undefined) return begins({ fault: 'form' }, 400);
  if (!mayTry(world, request)) return begins({ fault: 'tooFast', typed: fields }, 429);
  const field = (name: string) => (fields.get(name) ?? '').trim();
  const [name, timezone] = [field('name'), field('timezone')];
  const currency = field('currency').toUpperCase();
  const wrong = gymFault(name, timezone, currency);
  if (wrong !== null) return begins({ message: wrong, typed: fields }, 400);
  const gymId = slugOf(name, 'gym');
  const code = access.setUpCodes.hold(field('code'), addressGroup(request.ip), gymId);
  if (code === null) {
    access.signIns.refuse();
    return begins({ fault: 'wrong', typed: fields }, 401);
  }
  try {
    await operator.file.begin({ id: gymId, name, timezone, ...(currency !== '' && { currency }) });
  } catch (error) {
    code.giveBack();
    if (!isTurnoutError(error)) throw error;
    return begins({ message: error.message, typed: fields }, 409);
  }
  return firstOwner(world, request, { code, gymId, next: '/setup' });
}
