/** The part of the API's page that no route tells: how to ask, whom, and what happens at the limits. */

import { LIMITS } from '../../api/index.ts';

const seconds = (ms: number) => `${ms / 1_000} s`;

export const API_INTRODUCTION = `# API

Read-only JSON over HTTP. \`/openapi.json\` is the same for machines; it is made from the routes that requests are validated
with, and so is this page.

\`\`\`sh
curl -H 'X-Sandbox: true' http://127.0.0.1:8080/v1/summary
\`\`\`

- Times are RFC 3339 with the gym's offset, dates are in the gym's zone, money is in \`currency\` to its digits, rates are
  0..1 to four places (more than 1 is possible). **Unknown is null, never 0.** Every figure over several classes stands beside the
  number of classes it is of.
- \`generated_at\` is the instant the figures are of. Answers change when data do, when a class begins or ends, at midnight
  of the gym, and at most once a second for what the cameras see.
- Access is open until keys come: \`Authorization\` and \`x-api-key\` are taken and not looked at.

## Sandbox

\`X-Sandbox: true\` (in any case) answers from a sample gym called \`demo\`, the same on every installation for a given date: zone
Europe/London, and now is 20:00. No data of the installation are opened. The answer carries \`X-Sandbox: true\` too. Any other
value means not set.

## Headers of answers

| Header | Meaning |
| --- | --- |
| \`ETag\` | Strong. Send it back in \`If-None-Match\`: 304 while nothing has changed. |
| \`Cache-Control\`, \`Vary\` | Analytics answers are private and depend on \`Authorization\`, \`X-Api-Key\` and \`X-Sandbox\`. |
| \`X-Request-Id\` | On every answer; the log has it where something broke. |
| \`Access-Control-Allow-Origin\` | \`*\`: pages of any origin may read answers. Preflights are answered with 204. |

Every GET has HEAD. A known path with another method is 405 with \`Allow\`. Where no route answers: under \`/v1\`, \`/mcp\`, \`/ask\` and
\`/operator\` 422 that names the nearest path, under \`/.well-known/\` 404, elsewhere 200 with what there is (\`"matched": false\`).

## Errors

Wrong parameters are 422, before anything else is looked at, in the form and the words of FastAPI:

\`\`\`json
{"detail":[{"type":"less_than_equal","loc":["query","limit"],"msg":"Input should be less than or equal to 100","input":"101","ctx":{"le":100}}]}
\`\`\`

All faults are listed: path, then query, then header. Of a repeated query parameter the last counts. Every other error is
\`{"detail": …, "code": …}\` with a code of [errors.md](errors.md); an unknown trainer comes with \`nearest\`, an ambiguous one with \`trainers\`.

## Limits

| What | Limit | Answer |
| --- | --- | --- |
| Path and query | ${LIMITS.targetBytes} bytes | 414 |
| Headers together | ${LIMITS.headersBytes} bytes | 431 |
| Body | ${LIMITS.bodyBytes} bytes | 413 |
| Path of the catch-all | ${LIMITS.pathBytes} bytes, decoded | 422 |
| Head of a request | ${seconds(LIMITS.headTimeoutMs)} | 408, or closed |
| Idle connection | ${seconds(LIMITS.idleTimeoutMs)} | closed |

These hold where the head of a request reaches the program. The native server (uWebSockets.js, on Node 20) closes the connection
without an answer for: more than 48 headers, a head over 4 KB that comes in several TCP segments, no Host header, a method that HTTP does not know,
HTTP/1.0, and a target with a scheme and host in it. node:http, which serves where there is no native binary, answers 400 to a
target with bytes beyond ASCII; encode them. Two lengths, or a length beside chunks, are 400 with both.
`;
