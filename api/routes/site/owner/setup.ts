/** `/setup` of a gym that is there: its steps are facts of the configuration and the data, each with its form. */

import type { GymConfig } from '../../../../config/config.ts';
import type { Content } from '../../../../web/data.ts';
import {
  SETUP_STEPS,
  type SetupData,
  type SetupStep,
  type SetupStepId,
} from '../../../../web/owner-data.ts';
import { counted } from '../../../../web/words/format.ts';
import { ownRange } from '../own-range.ts';
import type { PageReader } from '../readers.ts';
import { settingsOf } from '../settings.ts';
import { LISTED } from './acts.ts';
import type { OwnerAsked } from './asked.ts';

export async function setupPage(asked: OwnerAsked): Promise<Content> {
  const { reader, owner, operator, id, query, sent } = asked;
  const { view } = reader;
  const gym = operator.config().gyms.find((one) => one.id === owner.key.gymId);
  if (gym === undefined) return { page: 'refused', to: 'cameras' };
  const steps = stepsOf(gym, reader, operator.access.keys(gym.id).length);
  const open = steps.find(({ state }) => state === 'open') ?? steps.at(-1);
  const step = SETUP_STEPS.find((one) => one === id) ?? open?.id ?? 'gym';
  const names = [...view.trainers, ...gym.economics.trainers].map(({ name }) => name);
  return {
    page: 'setup',
    steps,
    step,
    rooms: gym.rooms.map((room) => ({ id: room.id, name: room.name, capacity: room.capacity })),
    cameras: gym.rooms.flatMap(({ cameras }) => cameras.map((camera) => ({ id: camera.id }))),
    range: ownRange(),
    classes: view.sessions.length,
    settings: settingsOf(gym),
    trainers: [...new Set(names)],
    isSaved: query.has('saved'),
    sent,
    ...(await ofStep(asked, step)),
  };
}

async function ofStep(
  { call, reader, query }: OwnerAsked,
  step: SetupStepId,
): Promise<Pick<SetupData, 'weak' | 'schedule' | 'notify' | 'keys'>> {
  if (step === 'camera') return { weak: await call('GET /detectors') };
  if (step === 'keys') {
    const { keys } = await call('GET /keys');
    return { keys: { keys, trainers: reader.view.trainers } };
  }
  if (step === 'notify') {
    const { channels, mail } = await call('GET /notifications');
    return { notify: { channels, mail, done: doneIn(query, ['added', 'tested', 'removed']) } };
  }
  if (step !== 'schedule') return {};
  const { imports } = await call('GET /imports', { query: { limit: String(LISTED) } });
  const { sources } = await call('GET /sources');
  const { timezone } = reader.view.gym;
  return { schedule: { timezone, imports, sources, done: doneIn(query, DONE) } };
}

const DONE = ['imported', 'undone', 'added', 'removed'] as const;

function doneIn<What extends string>(query: OwnerAsked['query'], words: readonly What[]) {
  for (const what of words) {
    const of = query.get(what);
    if (of !== undefined) return { what, of };
  }
  return null;
}

function stepsOf(gym: GymConfig, { view }: PageReader, keys: number): SetupStep[] {
  const cameras = gym.rooms.flatMap((room) => room.cameras);
  const zones = cameras.reduce((sum, camera) => sum + camera.zones.length, 0);
  const classes = view.sessions.length;
  const isPlanned = classes > 0 || gym.schedule.length > 0;
  const places = gym.rooms.map(({ name, capacity }) => `${name}, ${capacity ?? 'unknown'}`);
  const about = [gym.name, gym.timezone, gym.currency ?? ''].filter((one) => one !== '').join(', ');
  const fact = (id: SetupStepId, isDone: boolean, told: string, isNeeded = true): SetupStep => ({
    id,
    state: isDone ? 'done' : isNeeded ? 'open' : 'optional',
    told: isDone ? told : null,
  });
  return [
    fact('gym', true, about),
    fact('rooms', places.length > 0, places.join('; ')),
    fact('camera', cameras.length > 0, counted(cameras.length, 'camera')),
    fact('zones', zones > 0, String(zones), false),
    fact('schedule', isPlanned, classes > 0 ? `${classes} classes so far` : 'a calendar'),
    fact('prices', gym.economics.revenuePerVisitMilli !== null, 'set', false),
    fact('notify', gym.notify.length > 0, counted(gym.notify.length, 'channel'), false),
    fact('keys', keys > 1, String(keys), false),
  ];
}
