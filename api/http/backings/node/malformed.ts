/** What node:http answers to bytes that never became a request, written by hand since there is no response object. */

import { randomUUID } from 'node:crypto';
import { ERRORS, type ErrorCode } from '../../../../errors.ts';
import { SECURITY_HEADERS, statusLine } from '../../reply/head.ts';

interface Refusal {
  readonly code: ErrorCode;
  readonly detail: string;
}

const OTHER: Refusal = {
  code: 'malformed_request',
  detail: 'The request is not HTTP/1.1 as RFC 9112 has it.',
};
const REFUSALS: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: {
    code: 'headers_too_large',
    detail: 'The head of the request is larger than the limit.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    code: 'request_timeout',
    detail: 'The request did not arrive in time.',
  },
};

/** The whole answer to a parser's fault `code`, ready for the socket. */
export function malformedAnswer(fault: string): string {
  const { code, detail } = REFUSALS[fault] ?? OTHER;
  const body = JSON.stringify({ detail, code });
  return [
    `HTTP/1.1 ${statusLine(ERRORS[code].status)}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${randomUUID()}`,
    ...SECURITY_HEADERS.map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}
