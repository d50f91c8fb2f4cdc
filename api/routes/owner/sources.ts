/** Sources of classes: feeds by address and files, as they are configured and as they are; read once before they are added. */

import { Type } from 'typebox';
import { feedAddress, type TypedAddress } from '../../../config/address.ts';
import { isFeedAddress, webUrlOf } from '../../../config/booking.ts';
import { add, update } from '../../../config/commands.ts';
import type { ScheduleSourceConfig } from '../../../config/config.ts';
import { SCHEDULE } from '../../../config/schema/gym.ts';
import { isTurnoutError } from '../../../errors.ts';
import { fields, optional } from '../../../gym/reports/field.ts';
import { redactText } from '../../../runtime/log/redaction.ts';
import { reachOfConfigured } from '../../../runtime/reach.ts';
import { instantOrNull, wire } from '../../../runtime/wire.ts';
import { feedWindow } from '../../../service/feeds/window.ts';
import { type ImportWish, sourceIdFrom } from '../../../service/imports/take-file.ts';
import { LOGIN } from './cameras.ts';
import {
  type Call,
  changes,
  edited,
  gymOf,
  invalid,
  plainRow,
  reachOf,
  refuse,
  removed,
  row,
} from './row.ts';

const { id, format, refresh, columns, rooms } = SCHEDULE.items.properties;

const ADDRESS = fields({
  url: Type.String({ minLength: 1, maxLength: 2_048 }),
  ...LOGIN,
});

const SETTINGS = { format, refresh, columns, rooms };

const NEW_SOURCE = fields({ id, address: ADDRESS, ...optional(SETTINGS) });

const SOURCE_CHANGE = fields({ ...optional({ address: ADDRESS }), ...changes(SETTINGS) });

const SOURCE_PROBE = fields(
  optional({
    address: ADDRESS,
    source: Type.String({ maxLength: 64 }),
    id,
    format,
    columns,
    rooms,
  }),
);

export const SOURCES = [
  plainRow(
    'GET /sources',
    'The sources of classes, with when they were last read and what is wrong. No address is ever part of an answer.',
    async (call) => {
      const gym = gymOf(call);
      const revision = await call.app.file.revision();
      return { revision, sources: gym.schedule.map((source) => sourceView(call, source)) };
    },
  ),
  row(
    'POST /sources',
    'Adds a feed of classes by its address: `https://`, `http://`, `webcal://`, or that of a booking system (docs/schedule.md). Try it first with `POST /operator/v1/sources-probe`.',
    { body: NEW_SOURCE, revision: true, makes: true },
    async (call) => {
      const { id: source, address, ...settings } = call.body;
      const { written, secrets } = await savedAddress(call, address, source);
      const edit = add('schedule', call.edit.gym, { id: source, url: written, ...settings });
      const revision = await edited(call, [edit], `source ${source}: added`, { set: secrets });
      return { revision, ...shown(call, source) };
    },
  ),
  row(
    'PATCH /sources/{source_id}',
    'Changes a source of classes. What is left out stays, null is the default again.',
    { body: SOURCE_CHANGE, revision: true },
    async (call) => {
      const source = call.path.source_id;
      const { address, ...settings } = call.body;
      const made = address && (await savedAddress(call, address, source));
      const change = { ...settings, ...(made && { url: made.written }) };
      const edit = update('schedule', call.edit.gym, source, change);
      const secrets = { set: made?.secrets ?? {}, of: ['schedule', source] } as const;
      const keys = Object.keys(call.body).join(', ');
      const revision = await edited(call, [edit], `source ${source}: ${keys}`, secrets);
      return { revision, ...shown(call, source) };
    },
  ),
  row(
    'DELETE /sources/{source_id}',
    'Removes a source of classes. Its classes stay; undo its imports to take them back.',
    { revision: true },
    (call) => removed(call, 'schedule', call.path.source_id),
  ),
  row(
    'POST /sources-probe',
    'Reads a feed once and shows what it would bring. Takes up to half a minute and stores nothing. Send an address (with the `id` that it will have), or the id of a `source` of the gym.',
    { body: SOURCE_PROBE },
    async (call) => {
      const gym = gymOf(call);
      const { address, source: named } = call.body;
      if ((address === undefined) === (named === undefined)) {
        invalid([], 'send an address or a source, and not both');
      }
      const known = address ? undefined : sourceOf(call, named);
      const typed = address && feedAddress(address, 'feed', await call.app.file.variables());
      const source = known?.id ?? call.body.id ?? sourceIdFrom(typed?.host ?? '');
      const wish: ImportWish = {
        source,
        format: call.body.format ?? 'auto',
        columns: call.body.columns ?? {},
        rooms: { ...known?.rooms, ...call.body.rooms },
      };
      const { probeLocal } = call.app.config().server;
      const url = typed?.whole ?? known?.url ?? '';
      const reach = typed ? reachOf(call) : reachOfConfigured(webUrlOf(url), probeLocal);
      const { desk, readFeed, clock, files } = call.app;
      return files(async () => {
        try {
          const nowUtcMs = clock.nowUtcMs();
          const window = feedWindow(nowUtcMs, null);
          const range = { timezone: gym.timezone, nowUtcMs, window };
          const news = await readFeed(url, null, { signal: call.signal, reach, range });
          const bytes = news.kind === 'read' ? news.bytes : new Uint8Array();
          const origin = typed?.host ?? source;
          const upload = desk.hold(gym.id, { bytes, origin, isFeed: true });
          return await desk.preview(gym, upload, wish, call.signal);
        } catch (error) {
          if (!isTurnoutError(error) || error.status < 500) throw error;
          // Of another server, and without its address: nothing is wrong with this one.
          return refuse(error.code, redactText(error.message));
        }
      });
    },
  ),
];

function sourceOf(call: Call, wanted: string | undefined): ScheduleSourceConfig {
  const found = gymOf(call).schedule.find((one) => one.id === wanted);
  return found ?? refuse('source_unknown', 'The gym has no source of this id.');
}

/** The source as it is after a change. */
function shown(call: Call, source: string) {
  return { source: sourceView(call, sourceOf(call, source)) };
}

function sourceView({ app, owner }: Call, source: ScheduleSourceConfig) {
  const feed = app
    .status()
    .schedule.feeds.find((one) => one.gymId === owner.key.gymId && one.sourceId === source.id);
  const { lastReadUtcMs = null, lastSuccessUtcMs = null, fault = null } = feed ?? {};
  const isRead = lastReadUtcMs !== null || fault !== null;
  const isWeb = isFeedAddress(source.url) || source.url.startsWith('unset:');
  return {
    id: source.id,
    kind: isWeb ? ('web' as const) : ('file' as const),
    ...wire(source, 'format', 'refreshMs', 'columns', 'rooms'),
    state: fault !== null ? ('failing' as const) : isRead ? ('ok' as const) : ('new' as const),
    last_read_at: instantOrNull(lastReadUtcMs),
    last_success_at: instantOrNull(lastSuccessUtcMs),
    classes: feed?.entries ?? 0,
    fault_count: feed?.faultCount ?? 0,
    fault: fault && { code: fault.code, detail: redactText(fault.detail) },
  };
}

/** What is typed, where it may be saved. @throws `usage`, `address_refused` */
async function savedAddress(call: Call, typed: TypedAddress, source: string) {
  const address = feedAddress(typed, source, await call.app.file.variables());
  await reachOf(call).checkUrl(webUrlOf(address.whole));
  return address;
}
