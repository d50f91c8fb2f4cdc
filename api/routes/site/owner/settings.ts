/** The forms of the settings: what a person typed as a change of the configuration, or what is wrong with it in words. */

import { add, type ConfigEdit, remove, update, updateGym } from '../../../../config/commands.ts';
import type { GymConfig, RoomConfig } from '../../../../config/config.ts';
import { firstFree } from '../../../../config/environment.ts';
import { nearest } from '../../../../config/fault.ts';
import { isTimezone } from '../../../../config/forms.ts';
import { foldName, slugOf } from '../../../../gym/sessions/names.ts';
import { PRICE_FIELDS, units } from '../../../../web/pages/setup/settings.tsx';
import { Mistyped, type Typed } from './owner-parts.ts';

/** The changes that the form of a step asks for. @throws Mistyped */
export const EDITS = { gym: gymEdit, rooms: roomEdits, prices: pricesEdit };

function gymEdit(gym: GymConfig, { text }: Typed): ConfigEdit {
  const [name, timezone] = [text('name'), text('timezone')];
  const currency = text('currency').toUpperCase();
  const fault = gymFault(name, timezone, currency);
  if (fault !== null) throw new Mistyped(fault);
  const families = familiesOf(text('families'));
  return updateGym(gym.id, {
    name,
    timezone,
    currency: currency === '' ? null : currency,
    families: Object.keys(families).length === 0 ? null : families,
    goals: goalsOf(gym, text),
  });
}

/** Those of the whole gym as they were typed; those of a class or a trainer stay. */
function goalsOf({ goals }: GymConfig, text: Typed['text']) {
  const percent = numberIn(text, 'fill_goal', 'percent');
  const attendance = numberIn(text, 'people_goal', 'people');
  const own = goals.filter((one) => one.class !== null || one.trainer !== null);
  const fill = percent === null ? null : percent / 100;
  const all = [{ class: null, trainer: null, fill, attendance }, ...own]
    .filter((one) => one.fill !== null || one.attendance !== null)
    .map(withoutNulls);
  return all.length === 0 ? null : all;
}

/** The least and the most of a number, whether parts of one are fine, and what it is in words. */
const NUMBERS = {
  percent: [0, 200, true, 'a goal. Use a number from 0 to 200.'],
  people: [0, 10_000, true, 'a goal. Use a number from 0 to 10000.'],
  spots: [1, 10_000, false, 'a number of spots. Use a whole number from 1 to 10000.'],
  amount: [0, 1_000_000, true, 'an amount. Use a number such as 9.50 or 1400.'],
} as const;

/** As people type it: `9.50`, `9,50`, `£9.50` or `80 %`; null for nothing. @throws Mistyped */
function numberIn(text: Typed['text'], name: string, kind: keyof typeof NUMBERS): number | null {
  const typed = text(name);
  if (typed === '') return null;
  // "1,400" and "1.400" may be over a thousand; the page itself writes thousandths as 9.125.
  const number = typed.replace(/^\p{Sc}|\s*%$/gu, '');
  const value = /,\d{3}$|\.\d\d0$/.test(number) ? Number.NaN : Number(number.replace(',', '.'));
  const [least, most, hasParts, what] = NUMBERS[kind];
  if (value >= least && value <= most && (hasParts || Number.isInteger(value))) return value;
  throw new Mistyped(`“${typed.slice(0, 20)}” is not ${what}`);
}

/** What is wrong with a gym as it is typed; null for nothing. */
export function gymFault(name: string, timezone: string, currency: string): string | null {
  if (name === '' || name.length > 100) return 'Give the gym a name of up to 100 letters.';
  if (!isTimezone(timezone)) return 'Choose a time zone from the list.';
  const currencies = Intl.supportedValuesOf('currency');
  if (currency === '' || currencies.includes(currency)) return null;
  const near = nearest(currency, currencies);
  return `“${currency.slice(0, 10)}” is not a currency. Use three letters, such as GBP${near === null ? '' : ` or ${near}`}.`;
}

function familiesOf(typed: string): Record<string, string[]> {
  const families: Record<string, string[]> = {};
  for (const line of typed.split('\n').map((one) => one.trim())) {
    if (line === '') continue;
    const [word = '', rest] = line.split(/:(.*)/s);
    const names = (rest ?? '').split(',').flatMap((name) => name.trim() || []);
    if (word.trim() === '' || names.length === 0) {
      throw new Mistyped(
        `“${line.slice(0, 60)}” needs a word, a colon and names of classes: “spin: Power Ride, Rhythm Ride”.`,
      );
    }
    families[word.trim().toLowerCase()] = names;
  }
  return families;
}

/** A room whose name was cleared is removed. */
function roomEdits(gym: GymConfig, { fields, text }: Typed): ConfigEdit[] {
  const typed = text('name');
  // A form that was sent twice knows nothing of the room that it made.
  const isShown = ({ id }: Pick<RoomConfig, 'id'>) => fields.has(`name:${id}`);
  const known = gym.rooms.map((room) => (isShown(room) ? text(`name:${room.id}`) : room.name));
  const names = [...known, typed].map(foldName);
  const twice = names.findIndex((name, at) => name !== '' && names.indexOf(name) < at);
  if (twice >= 0) {
    const name = (known[twice] ?? typed).slice(0, 60);
    throw new Mistyped(`Another room is called “${name}”. Give each room its own name.`);
  }
  const edits: ConfigEdit[] = gym.rooms.filter(isShown).map(({ id, name: old, cameras }) => {
    const name = text(`name:${id}`);
    const capacity = numberIn(text, `spots:${id}`, 'spots');
    if (name === '' && cameras.length > 0) {
      const ids = cameras.map((camera) => camera.id).join(', ');
      throw new Mistyped(`“${old}” has cameras. Remove them first, each on its page: ${ids}.`);
    }
    if (name === '') return remove('rooms', gym.id, id);
    return update('rooms', gym.id, id, { name, capacity });
  });
  const capacity = numberIn(text, 'spots', 'spots');
  if (typed === '' && capacity !== null) throw new Mistyped('Type the name of the new room.');
  if (typed === '') return edits;
  const ids = gym.rooms.map((room) => room.id);
  const id = firstFree(slugOf(typed, 'room'), '-', (one) => ids.includes(one));
  return [...edits, add('rooms', gym.id, { id, ...withoutNulls({ name: typed, capacity }) })];
}

function pricesEdit(gym: GymConfig, { fields, text }: Typed): ConfigEdit {
  const amount = (name: string) => numberIn(text, name, 'amount');
  const general = PRICE_FIELDS.map(([, name]) => [name, amount(name)] as const);
  const names = new Set(
    [...fields.keys()].flatMap((key) => (key.startsWith('flat:') ? [key.slice(5)] : [])),
  );
  const payOf = (name: string, flat_pay: number | null, per_head_pay: number | null) =>
    withoutNulls({ name, flat_pay, per_head_pay });
  const typed = [...names]
    .map((name) => payOf(name, amount(`flat:${name}`), amount(`head:${name}`)))
    .filter((pay) => Object.keys(pay).length > 1);
  const stays = gym.economics.trainers
    .filter(({ name }) => !names.has(name))
    .map((of) => payOf(of.name, units(of.flatPayMilli), units(of.perHeadPayMilli)));
  const all = [...typed, ...stays];
  const trainers = all.length === 0 ? null : all;
  return updateGym(gym.id, { economics: { ...Object.fromEntries(general), trainers } });
}

/** What is set. */
function withoutNulls(one: object) {
  return Object.fromEntries(Object.entries(one).filter(([, value]) => value !== null));
}

/** Goals in percent of the spots and in people; null where none is set. */
export function settingsOf(gym: GymConfig) {
  const { name, timezone, currency, economics, families } = gym;
  const goals = gym.goals.find((one) => one.class === null && one.trainer === null);
  return {
    name,
    timezone,
    currency,
    zones: [...new Set([timezone, ...Intl.supportedValuesOf('timeZone')])].toSorted(),
    families: families instanceof Map ? Object.fromEntries(families) : families,
    fillGoal: goals?.fill == null ? null : Math.round(goals.fill * 1_000) / 10,
    peopleGoal: goals?.attendance ?? null,
    economics,
  };
}
