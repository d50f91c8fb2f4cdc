/** All that the MCP server offers, whatever carries it: made once from the route table, without anything of the protocol. */

import type { Log } from '../../runtime/log/log.ts';
import type { ClassesSource, GymSource } from '../../service/gyms/gym-source.ts';
import type { Route } from '../routes/route.ts';
import { PROMPTS, type Prompt } from './prompts.ts';
import { type Resource, resourcesOf } from './resources.ts';
import { type ChartPainter, type Charts, createCharts } from './tools/charts.ts';
import { figureTools } from './tools/figures.ts';
import { type ListGymsParts, listGymsTool } from './tools/list-gyms.ts';
import { LIST_TRAINERS } from './tools/list-trainers.ts';
import { ofNamedGym, overGyms } from './tools/over-gyms.ts';
import { queryFiguresTool } from './tools/query-figures.ts';
import type { Tool } from './tools/tool.ts';

export interface RegistryParts {
  /** The route table; those with figures become tools. */
  readonly routes: readonly Route[];
  /** Routes with figures that become no tools; none without it. */
  readonly reads?: readonly Route[];
  /** Gyms on dates gone by; without it tools know what the view of now does. */
  readonly asOf?: GymSource['asOf'] | null;
  /** Where queries get classes from; without it there is no tool for them. */
  readonly classes?: ClassesSource;
  /** Null where no questions are answered: there is no tool `ask` then. */
  readonly ask: ((charts: Charts | null) => Tool) | null;
  /** Null leaves pictures out. */
  readonly painter: ChartPainter | null;
  /** Of a head office: tools take `gym_id` then, and there is one that lists the gyms. */
  readonly chain?: ChainTools | undefined;
  readonly log: Log;
}

export interface ChainTools extends ListGymsParts {
  readonly prepare: NonNullable<GymSource['prepare']>;
}

export interface Registry {
  readonly tools: readonly Tool[];
  readonly resources: readonly Resource[];
  readonly prompts: readonly Prompt[];
}

export function createRegistry({
  routes,
  reads = [],
  asOf = null,
  classes,
  ask,
  painter,
  chain,
  log,
}: RegistryParts): Registry {
  const charts = painter === null ? null : createCharts(painter, log);
  const tools = [
    ...figureTools(routes, { charts, asOf }),
    ...(classes === undefined ? [] : [queryFiguresTool(classes)]),
    LIST_TRAINERS,
    ...(ask === null ? [] : [ask(charts)]),
  ];
  return {
    tools: chain === undefined ? tools : chainTools(tools, chain),
    resources: resourcesOf([...routes, ...reads]),
    prompts: PROMPTS,
  };
}

function chainTools(tools: readonly Tool[], parts: ChainTools): Tool[] {
  const named = tools.map((tool) => ofNamedGym(tool, parts.prepare));
  return [
    listGymsTool(parts),
    ...named.map((tool) => (tool.name === 'query_figures' ? overGyms(tool, parts.chain) : tool)),
  ];
}
