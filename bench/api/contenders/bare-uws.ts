/** Bare uWebSockets.js: nothing of the request is looked at, one answer is sent, a call for each header. */

import assert from 'node:assert/strict';
import { nativeBuild } from '../../../api/http/backing.ts';
import { contenderInput, sayListening } from './contender-input.ts';

const { kept } = contenderInput();
const { headers, body } = kept;
const build = nativeBuild();
assert.ok(build !== null, 'there is a native binary for this Node');
const { uws } = build;
uws
  .App()
  .get('/v1/summary', (response) => {
    for (const [name, value] of headers) response.writeHeader(name, value);
    response.end(body);
  })
  .listen('127.0.0.1', 0, (socket) => {
    assert.ok(socket !== false, 'it listens');
    sayListening(uws.us_socket_local_port(socket));
  });
