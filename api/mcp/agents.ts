/** The routes for agents, `/ask` and `/mcp`, over one reader of questions and the figures of the table. */

import type { QuestionReader } from '../../ask/reader.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Log } from '../../runtime/log/log.ts';
import type { ChainFigures } from '../../service/figures/chain-figures.ts';
import type { ClassesSource, GymSource } from '../../service/gyms/gym-source.ts';
import { askRoutes } from '../routes/ask.ts';
import type { Route } from '../routes/route.ts';
import { whoRoute } from '../routes/who.ts';
import { serverInstructions } from './instructions.ts';
import { createMcp } from './mcp.ts';
import { mcpPage } from './page.ts';
import { createRegistry } from './registry.ts';
import { mcpRoutes } from './route.ts';
import { askTool } from './tools/ask.ts';
import type { ChartPainter } from './tools/charts.ts';

export interface AgentParts {
  readonly reader: QuestionReader;
  readonly gyms: Pick<GymSource, 'asOf' | 'view' | 'prepare'>;
  /** Figures over gyms: a head office's. */
  readonly chain?: ChainFigures;
  /** Where queries get classes from. */
  readonly classes: ClassesSource;
  /** Null leaves pictures out. */
  readonly painter: ChartPainter | null;
  /** Public address of the service, without a slash at its end. */
  readonly base: () => string;
  readonly version: string;
  readonly clock: Clock;
  readonly log: Log;
}

/** @param figures The routes that become tools. @param reads Those that become resources. */
export function agentRoutes(
  figures: readonly Route[],
  reads: readonly Route[],
  parts: AgentParts,
): readonly Route[] {
  const { reader, gyms, classes, painter, base, version, clock, log } = parts;
  const chain = parts.chain && {
    figures: parts.chain,
    prepare: (id: string) => gyms.prepare?.(id) ?? null,
    clock,
  };
  const asked = { reader, gyms, classes, chain, clock, base };
  const registry = createRegistry({
    routes: figures,
    reads,
    asOf: gyms.asOf,
    classes,
    ask: (charts) => askTool(asked, charts),
    painter,
    chain: chain && { chain: chain.figures, prepare: chain.prepare, clock },
    log,
  });
  const mcp = createMcp({
    registry,
    instructions: () => serverInstructions(base(), chain !== undefined),
    base,
    version,
    clock,
    log,
  });
  const page = () => mcpPage(registry, base());
  return [...askRoutes(asked), whoRoute(asked), ...mcpRoutes({ mcp, base, version, page })];
}
