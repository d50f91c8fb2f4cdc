/** The routes for agents, `/ask` and `/mcp`, over one reader of questions and the figures of the table. */

import { createGrammar } from '../../ask/grammar/grammar.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Log } from '../../runtime/log.ts';
import type { GymSource } from '../../service/gyms/gym-source.ts';
import { askPart } from '../mcp/ask-part.ts';
import type { ChartPainter } from '../mcp/charts.ts';
import { serverInstructions } from '../mcp/instructions.ts';
import { createMcp } from '../mcp/mcp.ts';
import { mcpPage } from '../mcp/page.ts';
import { createRegistry } from '../mcp/registry.ts';
import { askRoutes } from './ask.ts';
import { mcpRoutes } from './mcp.ts';
import type { Route } from './route.ts';

export interface AgentParts {
  readonly gyms: Pick<GymSource, 'asOf' | 'view'>;
  /** Null leaves pictures out. */
  readonly painter: ChartPainter | null;
  /** Public address of the service, without a slash at its end. */
  readonly base: () => string;
  readonly version: string;
  readonly clock: Clock;
  readonly log: Log;
}

/** @param figures The routes that become tools. */
export function agentRoutes(figures: readonly Route[], parts: AgentParts): readonly Route[] {
  const { gyms, painter, base, version, clock, log } = parts;
  const reader = createGrammar();
  const ask = askPart({ reader, gyms, base });
  const registry = createRegistry({ routes: figures, ask, painter, log });
  const mcp = createMcp({
    registry,
    instructions: () => serverInstructions(base()),
    ...{ base, version, clock, log },
  });
  const page = () => mcpPage(registry, base());
  return [...askRoutes({ reader, gyms, clock, base }), ...mcpRoutes({ mcp, base, version, page })];
}
