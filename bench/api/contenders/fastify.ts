/** Fastify with the work of a kept summary, validation of its one parameter included. */

import { fastify } from 'fastify';
import { contenderInput, sayListening } from './contender-input.ts';
import { openPlainWork } from './plain-work.ts';

const work = await openPlainWork(contenderInput());
const querystring = {
  type: 'object',
  properties: { gym_id: { type: 'string', minLength: 1, maxLength: 64 } },
};
const app = fastify();
app.addHook('onResponse', (_, reply, done) => {
  work.answered(reply.statusCode, performance.now() - reply.elapsedTime);
  done();
});
app.get('/v1/summary', { schema: { querystring } }, async (request, reply) => {
  const { authorization, 'if-none-match': ifNoneMatch } = request.headers;
  const { ip } = request;
  const { status, headers, body } = await work.answer({ authorization, ifNoneMatch, ip });
  return reply.code(status).headers(headers).send(body);
});
const url = await app.listen({ host: '127.0.0.1', port: 0 });
sayListening(Number(new URL(url).port));
