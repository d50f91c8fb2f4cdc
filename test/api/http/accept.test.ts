/** Which form a client would rather have. */

import { expect, it } from 'vitest';
import { preferredType } from '../../../api/http/message.ts';

const OFFERS = ['application/json', 'application/openmetrics-text', 'text/plain'] as const;

it.each([
  [undefined, 'application/json'],
  ['*/*', 'application/json'],
  ['', 'application/json'],
  ['image/png', 'application/json'],
  ['text/plain', 'text/plain'],
  ['text/*', 'text/plain'],
  ['Text/Plain; Q=0.5, */*;q=0.1', 'text/plain'],
  ['text/plain;q=0.5, */*', 'application/json'],
  ['text/plain, application/json', 'application/json'],
  ['application/json;q=0.2, text/plain;q=0.3', 'text/plain'],
  ['application/*;q=0.5, application/json;q=0', 'application/openmetrics-text'],
  ['text/plain;q=0', 'application/json'],
  ['text/plain;q=nonsense', 'text/plain'],
  // As Prometheus 3 asks.
  [
    'application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.5,application/openmetrics-text;version=0.0.1;q=0.4,text/plain;version=0.0.4;q=0.3,*/*;q=0.2',
    'application/openmetrics-text',
  ],
])('%s prefers %s', (accept, expected) => {
  expect(preferredType(accept, OFFERS)).toBe(expected);
});
