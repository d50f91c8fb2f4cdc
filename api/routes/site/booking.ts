/** The form that connects a booking system: what was typed is tried, and added where it answers. */

import { BOOKING_SYSTEMS, type BookingSystem, bookingAddress } from '../../../config/booking.ts';
import { add } from '../../../config/commands.ts';
import type { GymConfig } from '../../../config/config.ts';
import { isTurnoutError } from '../../../errors.ts';
import { Reach } from '../../../runtime/reach.ts';
import type { SentForm } from '../../../web/operator-data.ts';
import { classes } from '../../../web/words/format.ts';
import { SETUP } from '../../../web/words/setup.ts';
import type { OwnerParts } from '../owner/call.ts';
import { savedAddress, triedSource } from '../owner/try-source.ts';

type Fields = ReadonlyMap<string, string>;

/** What came of the form. Nothing of the account but its site comes back to the page. */
export async function connected(
  operator: Pick<OwnerParts, 'config' | 'file' | 'desk' | 'readFeed' | 'clock'>,
  gym: GymConfig,
  fields: Fields,
  signal: AbortSignal,
): Promise<SentForm> {
  const system = fields.get('system') as BookingSystem;
  const siteKey = `${system}.site`;
  const site = (fields.get(siteKey) ?? '').trim();
  const shown = new Map([
    ['system', system],
    [siteKey, site],
  ]);
  const names = Object.keys(BOOKING_SYSTEMS[system].account);
  const account = Object.fromEntries(
    names.map((name) => [name, (fields.get(`${system}.${name}`) ?? '').trim()]),
  );
  if (site === '' || Object.values(account).includes('')) {
    return { fault: SETUP.booking.missing, fields: shown };
  }
  const id = freeId(system, gym);
  try {
    const typed = { url: bookingAddress(system, site, account) };
    const reach = new Reach(operator.config().server.probeLocal);
    const address = await savedAddress(operator.file, typed, id, reach);
    const wish = { source: id, format: 'auto', columns: {}, rooms: {} } as const;
    const from = { url: address.whole, reach, origin: system };
    const { preview } = await triedSource(operator, gym, from, wish, signal);
    const edit = add('schedule', gym.id, { id, url: address.written });
    await operator.file.change([edit], { gym: gym.id, revision: '*' }, { set: address.secrets });
    const { entries, plan } = preview.report;
    const unknown = plan.rooms.flatMap(({ name, roomId }) => (roomId === null ? [name] : []));
    const told = SETUP.booking.connected(BOOKING_SYSTEMS[system].title, classes(entries), unknown);
    return { fault: null, told, fields: shown };
  } catch (error) {
    if (!isTurnoutError(error)) throw error;
    return { fault: error.message, fields: shown };
  }
}

export function isBookingForm(fields: Fields): boolean {
  return Object.hasOwn(BOOKING_SYSTEMS, fields.get('system') ?? '');
}

/** `mindbody`, or with a number where the gym has one of it already. */
function freeId(system: string, { schedule }: GymConfig): string {
  const taken = schedule.map(({ id }) => id);
  let id = system;
  for (let number = 2; taken.includes(id); number += 1) id = `${system}-${number}`;
  return id;
}
