/** The text for collectors, in both dialects. */

import { expect, it } from 'vitest';
import { expose, type Family } from '../../../api/metrics/exposition.ts';

const families: readonly Family[] = [
  {
    name: 'turnout_bytes',
    type: 'counter',
    help: 'What came.',
    samples: [{ labels: { camera: 'a "b"\\\n' }, value: 3 }],
  },
  { name: 'turnout_workers', type: 'gauge', help: 'Workers.', samples: [{ value: 2 }] },
];

it('is OpenMetrics: units, escaped labels, an end', () => {
  expect(expose(families, 'openmetrics')).toBe(`# TYPE turnout_bytes counter
# UNIT turnout_bytes bytes
# HELP turnout_bytes What came.
turnout_bytes_total{camera="a \\"b\\"\\\\\\n"} 3
# TYPE turnout_workers gauge
# HELP turnout_workers Workers.
turnout_workers 2
# EOF
`);
});
