/** What is answered to bytes that never became a request. */

import { expect, it } from 'vitest';
import { malformedAnswer } from '../../../api/http/node.ts';

it.each([
  ['ERR_HTTP_REQUEST_TIMEOUT', '408 Request Timeout', 'request_timeout'],
  ['HPE_HEADER_OVERFLOW', '431 Request Header Fields Too Large', 'headers_too_large'],
  ['HPE_INVALID_METHOD', '400 Bad Request', 'malformed_request'],
  ['', '400 Bad Request', 'malformed_request'],
])('a fault of the parser is a whole answer that ends the connection: %s', (fault, line, code) => {
  const answer = malformedAnswer(fault);
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  expect(head.split('\r\n')[0]).toBe(`HTTP/1.1 ${line}`);
  expect(head).toContain('\r\nConnection: close');
  expect(head).toContain('\r\nX-Content-Type-Options: nosniff');
  expect(head).toContain(`\r\nContent-Length: ${body.length}`);
  expect(JSON.parse(body)).toMatchObject({ code, detail: expect.stringMatching(/\.$/) });
});
