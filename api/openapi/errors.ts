/** Components of the error bodies, and what comes of any request. Those of 422 are FastAPI's, to the letter: docs/method.md#validation. */

import type { ErrorCode } from '../../errors.ts';

/** Refused before a route is asked, or broken within it. */
export const ANY_REQUEST: readonly ErrorCode[] = [
  'malformed_request',
  'request_timeout',
  'length_required',
  'body_too_large',
  'target_too_long',
  'headers_too_large',
  'internal_error',
];

export const HTTP_VALIDATION_ERROR = {
  properties: {
    detail: {
      items: { $ref: '#/components/schemas/ValidationError' },
      type: 'array',
      title: 'Detail',
    },
  },
  type: 'object',
  title: 'HTTPValidationError',
} as const;

export const VALIDATION_ERROR = {
  properties: {
    loc: {
      items: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
      type: 'array',
      title: 'Location',
    },
    msg: { type: 'string', title: 'Message' },
    type: { type: 'string', title: 'Error Type' },
    input: { title: 'Input' },
    ctx: { type: 'object', title: 'Context' },
  },
  type: 'object',
  required: ['loc', 'msg', 'type'],
  title: 'ValidationError',
} as const;

/** Body of every other error. */
export const PROBLEM = {
  properties: {
    detail: { type: 'string', description: 'The fault, for people.' },
    code: { type: 'string', description: 'The fault, for programs: a stable code.' },
  },
  type: 'object',
  required: ['detail', 'code'],
  title: 'Problem',
  description: 'Every error except 422. Some have more members, such as the nearest names.',
} as const;
