/** The part of the API's page that no route tells: how to ask, whom, and what happens at the limits. */

import { LIMITS } from '../../api/http/limits.ts';

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

## Get a key

A browser gets a page at \`/get-key\` whose button makes a free key; it needs no script. A program sends a POST, with no body:

\`\`\`sh
curl -X POST http://127.0.0.1:8080/get-key
\`\`\`

The answer is 201 with the key, its lookups and calls that can be pasted. It is the only one that tells the key: Turnout keeps
its SHA-256. GET never makes a key; with \`Accept: application/json\` it says what there is. A free key opens the gym \`demo\`. For
other gyms whoever runs the installation makes keys with \`turnout key create\`.

| Case | Answer |
| --- | --- |
| more free keys than \`access.free_keys_per_minute\` or \`access.free_keys_per_day\` of one address, or than \`access.free_keys_per_day_in_all\` | 429 \`rate_limited\` with \`Retry-After\` |
| a browser sends it for a page of another site (\`Sec-Fetch-Site\`, else \`Origin\`) | 403 \`foreign_page\` |
| a body that is neither JSON nor a form; what is in one is not looked at | 415 \`unsupported_media_type\` |

With an \`Accept\` that prefers \`text/html\`, as browsers send it with the form, each of these is a page.

## Access

The routes under \`/v1\` that give figures take a key, as \`Authorization: Bearer <API_KEY>\` or as \`x-api-key\`. A key belongs to one gym and
one role: \`owner\` and \`manager\` see all figures of their gym, \`trainer\` those of its own trainer only, \`free\` those of the gym
\`demo\`. Every owner, manager and free key may also look at \`demo\`. Where no gym \`demo\` is configured the sample gym of the sandbox
stands in for it; the answer then carries \`X-Sandbox: true\`, and costs a lookup as any other.

| Case | Answer |
| --- | --- |
| nothing is sent | 401 \`missing_credentials\` |
| a key or token that is unknown, revoked, expired or malformed; another scheme | 401 \`invalid_credentials\` |
| \`Authorization\` and \`x-api-key\` differ (equal is fine) | 400 \`conflicting_credentials\` |
| a key in the query (\`api_key\`, \`access_token\`, \`token\`, \`key\` …) | 400 \`credentials_in_query\` |
| too many requests a second of one key, or of one address | 429 \`rate_limited\` with \`Retry-After\` |
| a \`gym_id\` that is neither the key's gym nor \`demo\`; for a \`trainer\` key figures of the gym, or of any other trainer; whether or not it exists | 403 \`forbidden\` |
| a key whose gym is no longer configured | 403 \`forbidden\` |
| all lookups of the key are used | 402 \`lookups_exhausted\`, without \`Retry-After\`: waiting does not help |

Looked at in this order, after the parameters (422): the query, the headers, the rate of the address, whose key it is, its rate, what it
may see, its lookups. Every 401 has a \`WWW-Authenticate\` that names
\`/.well-known/oauth-protected-resource\`. Requests of an address count whether they show a key or use the sandbox; those that are refused
before a key is looked up (nothing sent, malformed, differing, in the query) are not counted.

**Status.** \`/health\`, \`/v1/status\` and \`/metrics\` need no key. An owner's key lists the rows of its gym at \`/v1/status\`; see
[access.md](access.md). What is wrong with a key is refused there in the same words.

**Lookups.** One is charged for each 200 whose body goes out: not for HEAD, 304, errors, the sandbox, nor where the client was gone
before the answer was written. What went out and was lost on the way is charged. With none left, HEAD and \`If-None-Match\` are 402 too.

**Fields.** Every answer to a key after its check has \`RateLimit-Policy\` and \`RateLimit\` (draft-ietf-httpapi-ratelimit-headers-11):
\`"burst";q=20;w=1, "lookups";q=100\` and \`"burst";r=19;t=1, "lookups";r=99\`. \`lookups\` has no window, since it does not fill again by
itself, and is missing where a key has no limit. A 429 of an address tells of \`"address"\` alone.

## Sandbox

\`X-Sandbox: true\` (in any case) answers from a sample gym called \`demo\`, the same on every installation for a given date: zone
Europe/London, and now is 20:00. No data of the installation are opened, credentials are not
looked at, nothing is charged. The answer carries \`X-Sandbox: true\` too. Any other
value means not set.

## Headers of answers

| Header | Meaning |
| --- | --- |
| \`ETag\` | Strong. Send it back in \`If-None-Match\`: 304 while nothing has changed. |
| \`Cache-Control\`, \`Vary\` | Analytics answers are private and depend on \`Authorization\`, \`X-Api-Key\` and \`X-Sandbox\`; errors are \`no-store\`. |
| \`X-Request-Id\` | On every answer; the log has it where something broke. |
| \`Access-Control-Allow-Origin\` | \`*\`: pages of any origin may read answers. Preflights are answered with 204. |
| \`X-Content-Type-Options\`, \`Referrer-Policy\`, \`Content-Security-Policy\` | \`nosniff\`, \`no-referrer\`, and nothing may be loaded or framed. |

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

These hold where the head of a request reaches the program.

### Framing

Where one request ends and the next begins must be the same for Turnout and for every proxy before it. What is refused ends the
connection: nothing behind it is executed, whether it was sent at once or comes later while a slow client still reads the answer.

| What | node:http | native (uWebSockets.js) |
| --- | --- | --- |
| two \`Content-Length\`, equal or not; one that is no whole number | 400, closed | 400, closed; \`-1\`, \`5;\` and the like closed without an answer by some builds |
| \`Content-Length\` beside \`Transfer-Encoding\` | 400, closed | closed without an answer |
| \`Transfer-Encoding\` that is not exactly \`chunked\`, once | 400, closed | 400, closed |
| body in chunks | read as RFC 9112 has it, extensions and trailers too; a broken one is 400, closed | 411, closed: send a \`Content-Length\` |
| 400, 403 of a foreign page, 411, 413, 414, 431 with requests behind it | the answer, closed; the others are not executed | the same; HEAD is closed without an answer |
| \`Connection: close\` with requests behind it | answered, closed; the others are not executed | closed without an answer; the others are not executed |

Proxies that pass a body on in chunks need \`server.backing: node\` in \`turnout.yaml\`, or must send a length; Turnout's own clients and those of
MCP send one. Bodies of refusals have spaces behind the JSON on a native server: it would lose a small one.

The native server handles by itself: more than 48 headers, a head over 4 KB that comes in several TCP segments, no Host header, a method that HTTP does not
know, HTTP/1.0, a target with a scheme and host in it, and heads that break the grammar. The build 20.57 answers most of them with 400, 431 or 505 and
closes; 20.30 says nothing, and closes the connection at the end of the 10 s of a head. node:http answers 400 to a target with bytes beyond ASCII; encode them.
`;
