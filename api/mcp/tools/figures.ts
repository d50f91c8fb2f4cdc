/** The analytics routes as tools: nothing here knows what they answer. */

import type { Log } from '../../../runtime/log/log.ts';
import type { FigureParameters, Route, RouteFigures } from '../../routes/route.ts';
import { charged } from '../charged.ts';
import type { Arguments } from './arguments.ts';
import type { Charts } from './charts.ts';
import type { ToolExtra } from './forms/extras.ts';
import { inputSchema, type JsonSchema, plainSchema } from './json-schema.ts';
import type { Tool } from './tool.ts';

/** What holds for every answer with figures. */
const COMMON =
  'Rates are fractions: 1 is 100 %. `null` means unknown, never zero. One result costs one lookup.';

export interface FigureToolParts {
  readonly routes: readonly Route[];
  readonly charts: Charts | null;
  /** What single tools have beside their routes. */
  readonly extras: ReadonlyMap<string, ToolExtra>;
  readonly log: Log;
}

/** One tool for each route that has figures, in the order of the table. */
export function figureTools({ routes, charts, extras, log }: FigureToolParts): readonly Tool[] {
  return routes.flatMap((route) => {
    const { figures } = route;
    return figures === null ? [] : [toolOf(route, figures, { charts, extras, log })];
  });
}

function toolOf(
  route: Route,
  figures: RouteFigures,
  { charts, extras, log }: Omit<FigureToolParts, 'routes'>,
): Tool {
  const { operationId, summary, description, response } = route;
  const extra = extras.get(operationId);
  let output: JsonSchema | undefined;
  return {
    name: operationId,
    title: titleOf(operationId),
    description: [summary, extra?.when, description, COMMON].filter(Boolean).join(' '),
    input: inputSchema(route, extra?.input),
    // Made when it is first asked for: the program starts without it.
    get output() {
      output ??= plainSchema(extra?.output ?? response);
      return output;
    },
    isCharged: true,
    isForTrainers: 'trainer' in route.parameters.path,
    fault: (given) => extra?.fault(given) ?? null,
    call: async (given, turn) => {
      const parameters = placed(route, given);
      const reading = await charged(turn, log, figures.subject(parameters), async (caller) => {
        const answer = await figures.respond(parameters, caller);
        return answer.status !== 200 || extra === undefined
          ? answer
          : { ...answer, value: await extra.shape(answer.value, given, caller) };
      });
      if (!reading.isOk) return reading;
      const { view } = reading.caller;
      const pictures = given['chart'] === true ? await charts?.of(operationId, view, turn) : [];
      return { isOk: true, body: reading.body, pictures: pictures ?? [] };
    },
  };
}

/** Arguments where the route has its parameters. */
function placed({ parameters }: Route, given: Arguments): FigureParameters {
  const of = (place: 'path' | 'query') =>
    Object.fromEntries(Object.entries(given).filter(([name]) => name in parameters[place]));
  return { path: of('path'), query: of('query') };
}

/** `rank_classes` is `Rank classes`. */
export function titleOf(name: string): string {
  const words = name.replaceAll('_', ' ');
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}
