/** Sources of classes: feeds by address and files, as they are configured and as they are; read once before they are added. */

import type { Static } from 'typebox';
import type { GymConfig, ScheduleSourceConfig } from '../../../../config/config.ts';
import type { TypedAddress } from '../../../../config/edit/camera-address.ts';
import { addSource, removeSource, updateSource } from '../../../../config/edit/change.ts';
import type { SourceChange } from '../../../../config/edit/entry.ts';
import { type FeedAddress, feedAddress } from '../../../../config/edit/source/feed-address.ts';
import { isTurnoutError, type ProblemBody } from '../../../../errors.ts';
import { redactText } from '../../../../runtime/log/redaction.ts';
import { reachOfConfigured } from '../../../../runtime/reach.ts';
import type { ImportWish } from '../../../../service/imports/take-file.ts';
import { sourceIdFrom } from '../../../../service/imports/take-file.ts';
import type { Principal } from '../../../../store/access/access.ts';
import type { Answer } from '../../../http/message.ts';
import { problem } from '../../../http/problem.ts';
import { REMOVED } from '../../../schemas/operator/camera.ts';
import { PREVIEW_ANSWER } from '../../../schemas/operator/schedule/import.ts';
import {
  NEW_SOURCE,
  SOURCE_ANSWER,
  SOURCE_CHANGE,
  SOURCE_ID,
  SOURCE_LIST,
  SOURCE_PROBE,
} from '../../../schemas/operator/schedule/source.ts';
import { bodyFault } from '../../../validation/json-body.ts';
import type { Route } from '../../route.ts';
import { invalid, operatorRoute } from '../operator-route.ts';
import {
  gymOf,
  instantOrNull,
  isRefused,
  made,
  noted,
  type OperatorParts,
  reachOf,
} from '../parts.ts';
import type { AtOnce } from './at-once.ts';
import { previewValue } from './imports.ts';

const NOTHING = { path: {}, query: {} };
const ONE = { path: { source_id: SOURCE_ID }, query: {} };
const PATH = '/operator/v1/sources/{source_id}';

export function sourceRoutes(parts: OperatorParts, work: AtOnce): readonly Route[] {
  return [
    listRoute(parts),
    addRoute(parts),
    changeRoute(parts),
    removeRoute(parts),
    probeRoute(parts, work),
  ];
}

function listRoute(parts: OperatorParts): Route {
  const { config, file } = parts;
  return operatorRoute({
    method: 'GET',
    path: '/operator/v1/sources',
    operationId: 'list_sources',
    summary: 'The sources of classes, with when they were last read and what is wrong.',
    description: 'No address is ever part of an answer.',
    errors: ['gym_unknown'],
    parameters: NOTHING,
    response: SOURCE_LIST,
    answer: async ({ owner }) => {
      const gym = gymOf(config(), owner);
      if (isRefused(gym)) return gym;
      const sources = gym.schedule.map((source) => sourceView(parts, gym.id, source));
      return { status: 200, value: { revision: await file.revision(), sources } };
    },
  });
}

function addRoute(parts: OperatorParts): Route {
  const { file } = parts;
  return operatorRoute({
    method: 'POST',
    path: '/operator/v1/sources',
    operationId: 'add_source',
    summary: 'Adds a feed of classes by its address.',
    description:
      'It is read at once, and again after each `refresh`. Try it first with `POST /operator/v1/sources-probe`. A file on the server is added in `turnout.yaml`, or uploaded.',
    errors: ['address_refused', 'gym_unknown', 'usage'],
    parameters: NOTHING,
    body: NEW_SOURCE,
    response: SOURCE_ANSWER,
    successStatus: 201,
    isEdit: true,
    answer: async ({ owner, body: { id, address, ...settings }, revision }) => {
      const gym = owner.key.gymId;
      const { written, secrets } = await savedAddress(parts, address, id);
      const edit = addSource(gym, { id, url: written, ...settings });
      const after = await file.changeSource({ id, secrets }, { gym, revision }, edit);
      await noted(parts, owner, `source ${id}: added`);
      return made(seen(parts, owner, id, after));
    },
  });
}

function changeRoute(parts: OperatorParts): Route {
  const { file } = parts;
  return operatorRoute({
    method: 'PATCH',
    path: PATH,
    operationId: 'change_source',
    summary: 'Changes a source of classes.',
    description:
      'What is left out stays, null is the default again. A new address takes the place of the old one with its login.',
    errors: ['address_refused', 'gym_unknown', 'source_unknown', 'usage'],
    parameters: ONE,
    body: SOURCE_CHANGE,
    response: SOURCE_ANSWER,
    isEdit: true,
    answer: async ({ owner, path: { source_id: id }, body, revision }) => {
      const gym = owner.key.gymId;
      const { address, ...settings } = body;
      const made = address === undefined ? null : await savedAddress(parts, address, id);
      const change: SourceChange = { ...settings, ...(made !== null && { url: made.written }) };
      const { secrets = {} }: Partial<FeedAddress> = made ?? {};
      const edit = updateSource(gym, id, change);
      const after = await file.changeSource({ id, secrets }, { gym, revision }, edit);
      await noted(parts, owner, `source ${id}: ${Object.keys(body).join(', ')}`);
      return seen(parts, owner, id, after);
    },
  });
}

/** What is typed, where it may be saved. @throws `usage`, `address_refused` */
async function savedAddress(parts: OperatorParts, typed: TypedAddress, id: string) {
  const address = feedAddress(typed, id, await parts.file.variables());
  await reachOf(parts).checkUrl(asWeb(address.whole));
  return address;
}

/** A calendar's own scheme is one of the web, whose hosts are written in more ways than others. */
function asWeb(url: string): string {
  return url.replace(/^webcals?:/i, 'https:');
}

function removeRoute(parts: OperatorParts): Route {
  const { file } = parts;
  return operatorRoute({
    method: 'DELETE',
    path: PATH,
    operationId: 'remove_source',
    summary: 'Removes a source of classes.',
    description:
      'Its classes stay; undo its imports to take them back. What of its address was in `secrets.env` is forgotten.',
    errors: ['source_unknown'],
    parameters: ONE,
    response: REMOVED,
    isEdit: true,
    answer: async ({ owner, path: { source_id: id }, revision }) => {
      const gym = owner.key.gymId;
      const edit = removeSource(gym, id);
      const after = await file.changeSource({ id, secrets: {} }, { gym, revision }, edit);
      await noted(parts, owner, `source ${id}: removed`);
      return { status: 200, value: { revision: after, removed: id } };
    },
  });
}

function probeRoute(parts: OperatorParts, work: AtOnce): Route {
  const { config, file } = parts;
  return operatorRoute({
    method: 'POST',
    path: '/operator/v1/sources-probe',
    operationId: 'probe_source',
    summary: 'Reads a feed once and shows what it would bring.',
    description:
      'Takes up to half a minute. Nothing is changed and nothing is stored. Send an address, or the id of a source of the gym.',
    errors: [
      'address_refused',
      'gym_unknown',
      'source_unknown',
      'schedule_unreadable',
      'schedule_too_large',
      'schedule_timeout',
      'feed_unreachable',
      'feed_timeout',
      'usage',
      'rate_limited',
    ],
    parameters: NOTHING,
    body: SOURCE_PROBE,
    response: PREVIEW_ANSWER,
    answer: async ({ owner, body, signal }) => {
      const gym = gymOf(config(), owner);
      if (isRefused(gym)) return gym;
      const { address, source: named, format, columns, rooms } = body;
      if ((address === undefined) === (named === undefined)) {
        return invalid(bodyFault([], 'send an address or a source, and not both'));
      }
      const known = gym.schedule.find(({ id }) => id === named);
      if (address === undefined && known === undefined) return noSource();
      const typed = address && feedAddress(address, 'feed', await file.variables());
      const source = known?.id ?? body.id ?? sourceIdFrom(typed?.host ?? '');
      const wish = {
        source,
        format: format ?? 'auto',
        columns: columns ?? {},
        rooms: { ...known?.rooms, ...rooms },
      } as const;
      const origin = typed?.host ?? source;
      const feed = feedOf(parts, typed, known?.url ?? '');
      return work.one(() => probed(parts, { gym, feed, origin, wish }, signal));
    },
  });
}

/** What is typed, or else the address that a source has. */
function feedOf(parts: OperatorParts, typed: FeedAddress | undefined, known: string) {
  const { probeLocal } = parts.config().server;
  return typed === undefined
    ? { url: known, reach: reachOfConfigured(known, probeLocal) }
    : { url: typed.whole, reach: reachOf(parts) };
}

interface Probed {
  readonly gym: GymConfig;
  readonly feed: ReturnType<typeof feedOf>;
  /** For people. */
  readonly origin: string;
  readonly wish: ImportWish;
}

type ProbeAnswer = Answer<Static<typeof PREVIEW_ANSWER>> | Answer<ProblemBody>;

/** The feed, read once, as a preview of what it would bring. */
async function probed(
  { desk, readFeed }: OperatorParts,
  { gym, feed: { url, reach }, origin, wish }: Probed,
  signal: AbortSignal,
): Promise<ProbeAnswer> {
  try {
    const news = await readFeed(url, null, { signal, reach });
    const bytes = news.kind === 'read' ? news.bytes : new Uint8Array();
    const upload = desk.hold(gym.id, { bytes, origin, isFeed: true });
    const value = previewValue(await desk.preview(gym, upload.id, wish, signal), upload);
    return { status: 200, value };
  } catch (error) {
    if (!isTurnoutError(error) || error.status < 500) throw error;
    // Of another server, and without its address: nothing is wrong with this one.
    return problem(error.code, redactText(error.message));
  }
}

/** The source as it is after a change. */
function seen(parts: OperatorParts, owner: Principal, id: string, revision: string) {
  const gym = gymOf(parts.config(), owner);
  if (isRefused(gym)) return gym;
  const source = gym.schedule.find((one) => one.id === id);
  if (source === undefined) return noSource();
  return { status: 200, value: { revision, source: sourceView(parts, gym.id, source) } };
}

function noSource() {
  return problem('source_unknown', 'The gym has no source of this id.');
}

function sourceView(
  { status }: OperatorParts,
  gymId: string,
  { id, url, format, refreshMs, columns, rooms }: ScheduleSourceConfig,
) {
  const feed = status().schedule.feeds.find((one) => one.gymId === gymId && one.sourceId === id);
  const { lastReadUtcMs = null, lastSuccessUtcMs = null, fault = null } = feed ?? {};
  const isRead = lastReadUtcMs !== null || fault !== null;
  return {
    id,
    kind: /^(?:https?|webcals?|unset):/i.test(url) ? ('web' as const) : ('file' as const),
    format,
    refresh_ms: refreshMs,
    columns: { ...columns },
    rooms: { ...rooms },
    state: fault !== null ? ('failing' as const) : isRead ? ('ok' as const) : ('new' as const),
    last_read_at: instantOrNull(lastReadUtcMs),
    last_success_at: instantOrNull(lastSuccessUtcMs),
    classes: feed?.entries ?? 0,
    fault_count: feed?.faultCount ?? 0,
    fault: fault && { code: fault.code, detail: redactText(fault.detail) },
  };
}
