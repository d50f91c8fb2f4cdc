/**
 * Resources on a server object of the library: the answers of routes as JSON under an address, for clients that attach them
 * to a conversation.
 */

import type { McpServer, ReadResourceResult } from '@modelcontextprotocol/server';
import { ERRORS } from '../../../errors.ts';
import { seriesOf } from '../../../gym/figures/class-table.ts';
import { attendanceReport } from '../../../gym/reports/attendance.ts';
import { performanceReport } from '../../../gym/reports/classes/performance.ts';
import { periodRange, sessionsIn, todayOf } from '../../../gym/reports/period.ts';
import type { GymView } from '../../../gym/sessions/view.ts';
import type { Clock } from '../../../runtime/clock.ts';
import type { Log } from '../../../runtime/log/log.ts';
import type { Route, RouteFigures, RouteResource } from '../../routes/route.ts';
import { noteCall } from '../call-log.ts';
import { charged, isProblem } from '../charged.ts';
import { problemText } from '../tools/results.ts';
import type { Sdk } from './sdk.ts';
import { shielded } from './shielded.ts';
import type { McpTurn } from './turn.ts';

export interface Resource extends RouteResource {
  readonly figures: RouteFigures;
}

const JSON_TYPE = 'application/json';
/** As clients and the page about it are shown them: those that are one, then those of many. */
const ORDER = ['today', 'week', 'rooms', 'class', 'session'];

/** The answers of `routes` that have an address, and the week. */
export function resourcesOf(routes: readonly Route[]): readonly Resource[] {
  const answers = routes.flatMap(({ resource, figures }) =>
    resource === undefined || figures === null ? [] : [{ ...resource, figures }],
  );
  return [WEEK, ...answers].sort((a, b) => ORDER.indexOf(a.name) - ORDER.indexOf(b.name));
}

export interface ResourcesOnServer {
  readonly sdk: Sdk;
  readonly server: McpServer;
  readonly turn: McpTurn;
  readonly log: Log;
  readonly clock: Clock;
}

export function registerResources(resources: readonly Resource[], given: ResourcesOnServer): void {
  const { sdk, server } = given;
  for (const resource of resources) {
    const { uri, name, title, description } = resource;
    const config = { title, description, mimeType: JSON_TYPE };
    const variable = variableOf(resource);
    if (variable === undefined) {
      server.registerResource(name, uri, config, (_, { mcpReq: { signal } }) =>
        read(resource, uri, {}, { ...given, turn: { ...given.turn, signal } }),
      );
      continue;
    }
    const complete = { [variable]: (text: string) => completed(variable, text, given) };
    server.registerResource(
      name,
      // None of them is listed: the template says how they are called.
      new sdk.ResourceTemplate(uri, { list: undefined, complete }),
      config,
      (at, variables, { mcpReq: { signal } }) =>
        read(resource, at.href, variables, { ...given, turn: { ...given.turn, signal } }),
    );
  }
}

/** `class_id` of `turnout://classes/{class_id}`. */
function variableOf({ uri }: RouteResource): string | undefined {
  return /\{(\w+)\}/.exec(uri)?.[1];
}

/** Costs a lookup where it succeeds, and leaves a line in the log. Rejects with an error of the protocol. */
async function read(
  { name, figures }: Resource,
  uri: string,
  path: Readonly<Record<string, unknown>>,
  { sdk, turn, log, clock }: ResourcesOnServer,
): Promise<ReadResourceResult> {
  const startMs = clock.monotonicMs();
  const parameters = { path, query: {} };
  const reading = await charged(turn, log, figures.subject(parameters), (caller) =>
    figures.respond(parameters, caller),
  );
  const code = reading.isOk ? 'ok' : reading.problem.code;
  const isMissing = code === 'unknown_class' || code === 'unknown_session';
  const outcome = isMissing ? 'not_found' : code;
  await noteCall({ turn, log, clock }, 'mcp_resource', { name, outcome, startMs });
  if (isMissing) throw new sdk.ResourceNotFoundError(uri);
  if (reading.isOk) {
    return { contents: [{ uri, mimeType: JSON_TYPE, text: JSON.stringify(reading.body) }] };
  }
  // Codes of the protocol mean other things: the status of the same refusal over HTTP is outside of their range.
  const { problem } = reading;
  throw new sdk.ProtocolError(ERRORS[problem.code].status, problemText(problem), problem);
}

/** Most values of a completion. Source: the protocol, `completion/complete`. */
const MAX_COMPLETED = 100;

/** Ids that begin with `text`, in an order in which figures play no part. Free. */
function completed(variable: string, text: string, given: ResourcesOnServer): Promise<string[]> {
  return shielded(given, async () => {
    const caller = (await given.turn.visitor()).see({});
    if (isProblem(caller)) return [];
    const ids = variable === 'class_id' ? classIds(caller.view) : todaysIds(caller.view);
    return ids.filter((id) => id.startsWith(text)).slice(0, MAX_COMPLETED);
  });
}

/** By weekday, start and name. */
function classIds(view: GymView): readonly string[] {
  return seriesOf(view)
    .map(({ weekday, startTime, name, classId }) => ({
      key: `${weekday} ${startTime} ${name} ${classId}`,
      classId,
    }))
    .sort((one, other) => (one.key < other.key ? -1 : 1))
    .map(({ classId }) => classId);
}

function todaysIds(view: GymView): readonly string[] {
  const date = todayOf(view);
  return sessionsIn(view, { from: date, to: date }).map(({ id }) => id);
}

/** Classes that are listed: a week of any but the largest gyms. Chosen here. */
const MAX_CLASSES = 100;

const WEEK: Resource = {
  uri: 'turnout://week',
  name: 'week',
  title: 'This week',
  description:
    'The seven days that end today: classes, attendance, fill, bookings and no-shows of each day and together, and the classes of the week from full to empty.',
  figures: {
    subject: () => ({}),
    respond: (_, { view }) => ({ status: 200, value: weekBody(view) }),
  },
};

function weekBody(view: GymView): object {
  const range = periodRange(view, 'week');
  const { ranking } = performanceReport(view, MAX_CLASSES, range);
  return {
    ...attendanceReport(view, range),
    // Without the verdicts: one week says too little for them.
    ranking: ranking.map((row) => ({
      rank: row.rank,
      class_id: row.class_id,
      name: row.name,
      weekday: row.weekday,
      start_time: row.start_time,
      room: row.room,
      trainers: row.trainers,
      attended: row.attended,
      capacity: row.capacity,
      fill_rate: row.fill_rate,
      no_show_rate: row.no_show_rate,
      no_shows_basis: row.no_shows_basis,
    })),
  };
}
