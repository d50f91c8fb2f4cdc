/** The live streams as families of samples. */

import type { Family } from './exposition.ts';

export interface LiveFigures {
  readonly streams: number;
  /** Streams whose client does not take what was written. */
  readonly behind: number;
  /** Events that were not written for that, since the start. */
  readonly skipped: number;
}

export function liveFamilies({ streams, behind, skipped }: LiveFigures): readonly Family[] {
  return [
    {
      name: 'turnout_live_streams',
      type: 'gauge',
      help: 'Open streams of /v1/live.',
      samples: [{ value: streams }],
    },
    {
      name: 'turnout_live_behind',
      type: 'gauge',
      help: 'Open streams whose client does not read.',
      samples: [{ value: behind }],
    },
    {
      name: 'turnout_live_skipped',
      type: 'counter',
      help: 'Events skipped because a client did not read.',
      samples: [{ suffix: '_total', value: skipped }],
    },
  ];
}
