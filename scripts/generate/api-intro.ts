/** The part of the API's page that no route contains: requests, keys, and what happens at the limits. */

import { LIMITS } from '../../api/http/limits.ts';

const seconds = (ms: number) => `${ms / 1_000} s`;

export const API_INTRODUCTION = `# API

Read-only JSON over HTTP. \`/openapi.json\` is the machine-readable form. Both it and this page are made from the routes that
validate requests.

\`\`\`sh
curl -H 'X-Sandbox: true' http://127.0.0.1:8080/v1/summary
\`\`\`

- Times are RFC 3339 with the gym's offset, dates are in the gym's zone, money is in \`currency\` to its digits, rates are
  0..1 to four places (more than 1 is possible). **Unknown is null, never 0.** Every figure over several classes comes with its
  number of classes.
- \`generated_at\` is the instant of the figures. Answers change when the data change, when a class begins or ends, at midnight
  in the gym's zone, and at most once a second for live counts.

## Get a key

For a browser, \`/get-key\` is a page with a button that makes a free key; it needs no script. A program sends a POST without a body:

\`\`\`sh
curl -X POST http://127.0.0.1:8080/get-key
\`\`\`

The answer is 201 with the key, its lookups and calls that can be pasted. Only this answer contains the key: Turnout stores
its SHA-256. GET never makes a key; with \`Accept: application/json\` it describes the offer. A free key opens the gym \`demo\`. For
other gyms the operator makes keys with \`turnout key create\`.

| Case | Answer |
| --- | --- |
| more free keys than \`access.free_keys_per_minute\` or \`access.free_keys_per_day\` of one address, or than \`access.free_keys_per_day_in_all\` | 429 \`rate_limited\` with \`Retry-After\` |
| a browser sends it for a page of another site (\`Sec-Fetch-Site\`, else \`Origin\`) | 403 \`foreign_page\` |
| a body that is neither JSON nor a form; the content is ignored | 415 \`unsupported_media_type\` |

If \`Accept\` prefers \`text/html\`, as browsers send it with the form, each of these answers is a page.

## Access

The routes under \`/v1\` that return figures need a key, as \`Authorization: Bearer <API_KEY>\` or as \`x-api-key\`. A key belongs to one gym and
one role: \`owner\` and \`manager\` see all figures of their gym, \`trainer\` those of its own trainer only, \`free\` those of the gym
\`demo\`. Every owner, manager and free key may also read \`demo\`. If no gym \`demo\` is configured, the sample gym of the sandbox
replaces it. The answer then has \`X-Sandbox: true\`, and costs a lookup like any other.

| Case | Answer |
| --- | --- |
| no credential | 401 \`missing_credentials\` |
| a key or token that is unknown, revoked, expired or malformed; another scheme | 401 \`invalid_credentials\` |
| \`Authorization\` and \`x-api-key\` differ (equal is fine) | 400 \`conflicting_credentials\` |
| a key in the query (\`api_key\`, \`access_token\`, \`token\`, \`key\` …) | 400 \`credentials_in_query\` |
| too many requests a second of one key, or of one address | 429 \`rate_limited\` with \`Retry-After\` |
| a \`gym_id\` that is neither the key's gym nor \`demo\`; for a \`trainer\` key figures of the gym, or of any other trainer; existing or not | 403 \`forbidden\` |
| a key whose gym is no longer configured | 403 \`forbidden\` |
| all lookups of the key are used | 402 \`lookups_exhausted\`, without \`Retry-After\`: waiting does not help |

The order of the checks, after the parameters (422): the query, the headers, the rate of the address, the key, its rate, what it
may see, its lookups. Every 401 has a \`WWW-Authenticate\` that names
\`/.well-known/oauth-protected-resource\`. Requests of an address are counted with a key and in the sandbox. Requests that are refused
before a key is looked up (no credential, malformed, differing, in the query) are not counted.

**Status.** \`/health\`, \`/v1/status\` and \`/metrics\` need no key. An owner's key lists the rows of its gym at \`/v1/status\`; see
[access.md](access.md). A faulty key is refused there with the same errors.

**Lookups.** One is charged for each 200 whose body is sent. HEAD, 304, errors and the sandbox are free, and so is an answer whose client has gone
before it is written. An answer that is sent and lost on the way is charged. With none left, HEAD and \`If-None-Match\` are 402 too.

**Fields.** Every answer to a key after its check has \`RateLimit-Policy\` and \`RateLimit\` (draft-ietf-httpapi-ratelimit-headers-11):
\`"burst";q=20;w=1, "lookups";q=100\` and \`"burst";r=19;t=1, "lookups";r=99\`. \`lookups\` has no window, because it does not refill,
and is absent if a key has no limit. A 429 of an address has only \`"address"\`.

## Sandbox

\`X-Sandbox: true\` (in any case) answers from a sample gym called \`demo\`, the same on every installation for a given date: the zone is
Europe/London, and the time is 20:00. No data of the installation are opened, credentials are
ignored, and nothing is charged. The answer has \`X-Sandbox: true\` too. Any other
value counts as not set.

## Headers of answers

| Header | Meaning |
| --- | --- |
| \`ETag\` | Strong. Send it back in \`If-None-Match\`: 304 while nothing has changed. |
| \`Cache-Control\`, \`Vary\` | Analytics answers are private and depend on \`Authorization\`, \`X-Api-Key\` and \`X-Sandbox\`; errors are \`no-store\`. |
| \`X-Request-Id\` | On every answer; if something failed, the log has it. |
| \`Access-Control-Allow-Origin\` | \`*\`: pages of any origin may read answers. Preflights are answered with 204. |
| \`X-Content-Type-Options\`, \`Referrer-Policy\`, \`Content-Security-Policy\` | \`nosniff\`, \`no-referrer\`, and nothing can be loaded or framed. |

Every GET has HEAD. A known path with another method is 405 with \`Allow\`. If no route answers: under \`/v1\`, \`/mcp\`, \`/ask\` and
\`/operator\` 422 that names the nearest path, under \`/.well-known/\` 404, elsewhere 200 with the discovery document (\`"matched": false\`).

## Errors

Wrong parameters are 422, before any other check, in the form and the words of FastAPI:

\`\`\`json
{"detail":[{"type":"less_than_equal","loc":["query","limit"],"msg":"Input should be less than or equal to 100","input":"101","ctx":{"le":100}}]}
\`\`\`

All faults are listed: path, then query, then header. The last value of a repeated query parameter counts. Every other error is
\`{"detail": …, "code": …}\` with a code of [errors.md](errors.md); an unknown trainer or class comes with \`nearest\`, an ambiguous one with \`trainers\`.

## Limits

| What | Limit | Answer |
| --- | --- | --- |
| Path and query | ${LIMITS.targetBytes} bytes | 414 |
| Headers together | ${LIMITS.headersBytes} bytes | 431 |
| Body | ${LIMITS.bodyBytes} bytes | 413 |
| Path of the catch-all | ${LIMITS.pathBytes} bytes, decoded | 422 |
| Head of a request | ${seconds(LIMITS.headTimeoutMs)} | 408, or closed |
| Idle connection | ${seconds(LIMITS.idleTimeoutMs)} | closed |

These apply if the head of a request reaches the program.

### Framing

Where one request ends and the next begins must be the same for Turnout and for every proxy in front of it. A refusal ends the
connection. Nothing after the refused request is executed, whether it was sent at once or comes later while a slow client still reads the answer.

| What | node:http | native (uWebSockets.js) |
| --- | --- | --- |
| two \`Content-Length\`, equal or not; one that is not a whole number | 400, closed | 400, closed; \`-1\`, \`5;\` and the like closed without an answer by some builds |
| \`Content-Length\` together with \`Transfer-Encoding\` | 400, closed | closed without an answer |
| \`Transfer-Encoding\` that is not exactly \`chunked\`, once | 400, closed | 400, closed |
| body in chunks | read according to RFC 9112, with extensions and trailers; a broken one is 400, closed | 411, closed: send a \`Content-Length\` |
| 400, 403 of a foreign page, 411, 413, 414, 431 with requests after it | the answer, closed; the others are not executed | the same; HEAD is closed without an answer |
| \`Connection: close\` with requests after it | answered, closed; the others are not executed | closed without an answer; the others are not executed |

Proxies that forward a body in chunks need \`server.backing: node\` in \`turnout.yaml\`, or must send a length; Turnout's own clients and those of
MCP send one. On a native server, bodies of refusals have spaces after the JSON, because the server would lose a small body.

The native server itself handles more than 48 headers, a head over 4 KB that comes in several TCP segments, no Host header, an unknown
method, HTTP/1.0, a target with a scheme and host, and heads that break the grammar. The build 20.57 answers most of them with 400, 431 or 505 and
closes; 20.30 sends nothing, and closes the connection when the 10 s of a head are over. node:http answers 400 to a target with bytes beyond ASCII; encode them.
`;
