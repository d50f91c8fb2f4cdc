/** The process as families of samples. */

import type { Family } from './exposition.ts';
import type { ProcessFigures } from './process.ts';

export function processFamilies(
  { memoryBytes, openDescriptors, eventLoopDelayMs }: ProcessFigures,
  logLinesDropped: number,
): readonly Family[] {
  const kinds = [
    ['rss', memoryBytes.rss],
    ['heap_used', memoryBytes.heapUsed],
    ['heap_total', memoryBytes.heapTotal],
    ['external', memoryBytes.external],
  ] as const;
  const quantiles =
    eventLoopDelayMs === null
      ? []
      : ([
          ['0.5', eventLoopDelayMs.p50],
          ['0.99', eventLoopDelayMs.p99],
        ] as const);
  return [
    {
      name: 'turnout_process_memory_bytes',
      type: 'gauge',
      unit: 'bytes',
      help: 'Memory of the process; heap and external are of the main thread.',
      samples: kinds.map(([kind, value]) => ({ labels: { kind }, value })),
    },
    {
      name: 'turnout_process_open_descriptors',
      type: 'gauge',
      help: 'Open files, sockets and pipes.',
      samples: openDescriptors === null ? [] : [{ value: openDescriptors }],
    },
    {
      name: 'turnout_event_loop_delay_seconds',
      type: 'summary',
      unit: 'seconds',
      help: 'Delay of the thread that answers, over at least a minute, until it is read.',
      samples: quantiles.map(([quantile, ms]) => ({ labels: { quantile }, value: ms / 1_000 })),
    },
    {
      name: 'turnout_log_lines_dropped',
      type: 'counter',
      help: 'Log lines dropped because they were not read in time.',
      samples: [{ suffix: '_total', value: logLinesDropped }],
    },
  ];
}
