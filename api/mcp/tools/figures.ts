/** The analytics routes as tools: nothing here knows what they answer. */

import type { Log } from '../../../runtime/log/log.ts';
import type { FigureParameters, Route, RouteFigures } from '../../routes/route.ts';
import { charged } from '../charged.ts';
import type { Arguments } from './arguments.ts';
import type { Charts } from './charts.ts';
import { inputSchema, type JsonSchema, plainSchema } from './json-schema.ts';
import type { Tool } from './tool.ts';

/** What holds for every answer with figures. */
const COMMON =
  'Dates and times are in the gym’s time zone (`timezone`), rates are fractions (1 is 100 %), money is in `currency`. `null` means unknown, never zero; every sum and rate comes with its number of classes. One result costs one lookup.';

export interface FigureToolParts {
  readonly routes: readonly Route[];
  readonly charts: Charts | null;
  readonly log: Log;
}

/** One tool for each route that has figures, in the order of the table. */
export function figureTools({ routes, charts, log }: FigureToolParts): readonly Tool[] {
  return routes.flatMap((route) => {
    const { figures } = route;
    return figures === null ? [] : [toolOf(route, figures, { charts, log })];
  });
}

function toolOf(
  route: Route,
  figures: RouteFigures,
  { charts, log }: Pick<FigureToolParts, 'charts' | 'log'>,
): Tool {
  const { operationId, summary, description, response } = route;
  let output: JsonSchema | undefined;
  return {
    name: operationId,
    title: titleOf(operationId),
    description: `${summary} ${description}\n\n${COMMON}`,
    input: inputSchema(route),
    // Made when it is first asked for: the program starts without it.
    get output() {
      output ??= plainSchema(response);
      return output;
    },
    isCharged: true,
    isForTrainers: 'trainer' in route.parameters.path,
    call: async (given, turn) => {
      const parameters = placed(route, given);
      const reading = await charged(turn, log, figures.subject(parameters), (caller) =>
        figures.respond(parameters, caller),
      );
      if (!reading.isOk) return reading;
      const pictures = (await charts?.of(operationId, reading.caller.view, turn)) ?? [];
      return { isOk: true, body: reading.body, pictures };
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
