/** Routes as tools: nothing here knows what they answer. */

import type { GymSource } from '../../../service/gyms/gym-source.ts';
import { admitVisitor } from '../../auth/guard.ts';
import type { Arguments, FigureParameters, Route } from '../../routes/route.ts';
import { argumentsReader } from './arguments.ts';
import type { Charts } from './charts.ts';
import { inputSchema } from './json-schema.ts';
import type { Tool, ToolAnswer } from './tool.ts';

/** What holds for every answer with figures. */
const COMMON =
  'Rates are fractions: 1 is 100 %. `null` means unknown, never zero. One result costs one lookup.';

export interface FigureToolParts {
  readonly charts: Charts | null;
  readonly asOf: GymSource['asOf'] | null;
}

/** One tool for each route that has figures, in the order of the table. */
export function figureTools(routes: readonly Route[], parts: FigureToolParts): readonly Tool[] {
  return routes.flatMap((route) => toolOf(route, parts) ?? []);
}

function toolOf(route: Route, { charts, asOf }: FigureToolParts): Tool | null {
  const { operationId: name, summary, description, response, figures, tool } = route;
  if (figures === null) return null;
  const input = inputSchema(route, tool?.input);
  const read = argumentsReader(input);
  return {
    name,
    title: titleOf(name),
    description: [summary, tool?.when, description, COMMON].filter(Boolean).join(' '),
    input,
    output: tool?.output ?? response,
    isCharged: true,
    isForTrainers: 'trainer' in route.parameters.path,
    // Who may ask for the picture may see it drawn.
    drawsWeek: tool?.input !== undefined && 'chart' in tool.input,
    read: (given) => {
      const reading = read(given);
      const message = reading.isOk ? (tool?.fault?.(reading.value) ?? null) : null;
      return message === null ? reading : { isOk: false, message };
    },
    call: (given, turn) =>
      figures(placed(route, given), async (subject, handle) =>
        admitVisitor(await turn.visitor(), subject, turn.signal, async (caller) => {
          const answer = await handle(caller);
          if (answer.status !== 200) return answer;
          const value = await (tool?.shape?.(answer.value, given, caller, asOf) ?? answer.value);
          const isDrawn = given['chart'] === true && charts !== null;
          const pictures = isDrawn ? await charts.ofWeek(caller.view, turn) : [];
          return { status: 200, value, pictures, view: caller.view } satisfies ToolAnswer;
        }),
      ),
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
