/** Every code of the service has its class, and the package says what it is. */

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { refusal } from '../../../clients/js/src/failure.ts';
import { CLIENT_VERSION } from '../../../clients/js/src/version.ts';

const textOf = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const codes: readonly { code: string; status: number }[] = JSON.parse(
  textOf('clients/contract/error-codes.json'),
);
const readme = textOf('clients/js/README.md');

const CLASSES: Readonly<Record<number, string>> = {
  401: 'AuthenticationError',
  402: 'LookupsExhaustedError',
  403: 'ForbiddenError',
  404: 'NotFoundError',
  409: 'ConflictError',
  429: 'RateLimitError',
  500: 'ServerError',
  503: 'ServerError',
};

it.each(codes)('an error $code has a class that the README names', async ({ code, status }) => {
  const body = { detail: 'Wrong.', code };
  const headers = { 'x-request-id': 'r', 'retry-after': '3' };
  const error = await refusal(Response.json(body, { status, headers }));
  expect(error).toMatchObject({
    ...body,
    status,
    request_id: 'r',
    retry_after_s: 3,
    retries: 0,
    maybe_charged: false,
    body,
    name: CLASSES[status] ?? 'BadRequestError',
  });
  expect(readme).toContain(`\`${error.name}\``);
});

const SMALL = { loc: ['query', 'limit'], msg: 'Too small', type: 'x' };
it.each([
  [{ detail: [SMALL] }, 422, 'validation_failed', 'query.limit: Too small.'],
  [null, 502, 'unexpected_answer', 'The status is 502, and nothing says why.'],
  [['a'], 500, 'unexpected_answer', 'The status is 500, and nothing says why.'],
  [{ detail: 'Gateway' }, 502, 'unexpected_answer', 'The status is 502, and nothing says why.'],
])('an error with the body %j and status %i is %s', async (body, status, code, detail) => {
  expect(await refusal(Response.json(body, { status }))).toMatchObject({ code, detail });
});

it('the version is that of the package', () => {
  expect(JSON.parse(textOf('clients/js/package.json'))).toMatchObject({ version: CLIENT_VERSION });
});
