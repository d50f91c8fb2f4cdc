/** The routes for agents, `/ask` and `/mcp`, over one reader of questions and the figures of the table. */

import type { QuestionReader } from '../../ask/reader.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Log } from '../../runtime/log/log.ts';
import type { ChainFigures } from '../../service/figures/chain-figures.ts';
import type { ClassesSource, GymSource } from '../../service/gyms/gym-source.ts';
import { askRoutes } from '../routes/ask.ts';
import type { Route } from '../routes/route.ts';
import { whoRoute } from '../routes/who.ts';
import { mcpRoutes, serverInstructions } from './page.ts';
import { askTool } from './questions.ts';
import { createRegistry } from './registry.ts';
import type { ChartPainter } from './week.tsx';

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
  const { gyms, base, clock } = parts;
  const chain = parts.chain && {
    figures: parts.chain,
    prepare: (id: string) => gyms.prepare?.(id) ?? null,
    clock,
  };
  const asked = { ...parts, chain };
  const registry = createRegistry({
    ...asked,
    routes: figures,
    reads,
    asOf: gyms.asOf,
    ask: (charts) => askTool(asked, charts),
  });
  const instructions = () => serverInstructions(base(), chain !== undefined);
  const mcp = mcpRoutes({ ...parts, registry, instructions });
  return [...askRoutes(asked), whoRoute(asked), ...mcp];
}
