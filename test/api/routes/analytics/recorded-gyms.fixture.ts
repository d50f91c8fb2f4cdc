/** Gyms whose published bodies are recorded: the demo, the sandbox of several dates, a large one, and odd ones. */

import { viewOf } from '../../../../bench/support/classes.ts';
import { demoConfig } from '../../../../config/load.ts';
import { withoutMoney } from '../../../../gym/sessions/partial-view.ts';
import type { GymView, RoomView } from '../../../../gym/sessions/view.ts';
import { sandboxView } from '../../../../service/demo/sandbox.ts';
import { seedDemo } from '../../../../service/demo/seed.ts';
import { GymClasses } from '../../../../service/gyms/gym-classes.ts';
import { patchyGym } from '../../../gym/figures/random.fixture.ts';
import { createHandClock, openTestHistory } from '../../../store/history/folder.fixture.ts';
import { gymView, roomView } from '../../../support/gym-view.ts';

/** A Saturday evening, some minutes past the hour: a class of the demo runs. */
const DEMO_UTC_MS = Date.UTC(2026, 10, 21, 19, 3, 20);

const ROOMS: readonly RoomView[] = [
  roomView({ occupancy: 7 }),
  roomView({ id: 'spin', name: 'Spin', state: 'stale', occupancy: null }),
  roomView({ id: 'yoga', name: 'Yoga', state: 'offline', occupancy: null, capacity: null }),
  roomView({ id: 'box', name: 'Box', state: 'no_camera', occupancy: null, updatedUtcMs: null }),
];

const ofDate = (date: string) => sandboxView(Date.parse(`${date}T12:00:00Z`));

function withCurrency(view: GymView, currency: string | null): GymView {
  return { ...view, gym: { ...view.gym, currency } };
}

/** The demo from its store, as the program shows it. Only within a test: its folder goes with the test. */
async function demoView(): Promise<GymView> {
  const clock = createHandClock(DEMO_UTC_MS);
  const [gym] = demoConfig({ variables: {}, host: null, port: null }, DEMO_UTC_MS).gyms;
  if (gym === undefined) throw new Error('the demo has no gym');
  const { history } = await openTestHistory({ clock });
  const store = history.classes;
  await seedDemo({ gym, store, startedUtcMs: DEMO_UTC_MS, nowUtcMs: DEMO_UTC_MS });
  const book = new GymClasses({ gym, store, cameras: () => null, clock });
  await book.load();
  return book.view();
}

export const GYMS: Readonly<Record<string, () => GymView | Promise<GymView>>> = {
  demo: demoView,
  sandbox: () => ofDate('2026-11-21'),
  'sandbox, clock change': () => ofDate('2026-03-29'),
  'sandbox, leap day': () => ofDate('2028-02-29'),
  'sandbox, new year': () => ofDate('2027-01-01'),
  'sandbox without money': () => withoutMoney(ofDate('2026-11-21')),
  'sandbox in yen': () => withCurrency(ofDate('2026-11-21'), 'JPY'),
  patchy: () => ({ ...patchyGym(11, false), rooms: ROOMS }),
  'patchy, check-ins beside': () => withCurrency(patchyGym(7, true), 'KWD'),
  'patchy, no currency': () => withCurrency(patchyGym(23, true), null),
  'patchy, months later': () => ({ ...patchyGym(5, true), nowUtcMs: Date.UTC(2027, 1, 1) }),
  large: () => viewOf('2026-11-21', 42),
  'large, ten days': () => viewOf('2026-03-29', 10),
  empty: () => gymView(),
};
