/**
 * Bare uWebSockets.js with the whole head in one call: the values of all headers but the first hold the line ends and the
 * names of the next. The same bytes with fewer calls into the native server: the least that an answer can cost there.
 */

import assert from 'node:assert/strict';
import { nativeBuild } from '../../../api/http/native-build.ts';
import { sayListening, told } from './told.ts';

const { kept } = told();
const { headers, body } = kept;
const [first, ...others] = headers;
assert.ok(first !== undefined, 'the answer has headers');
const [name, value] = first;
const joined = [value, ...others.map(([next, text]) => `${next}: ${text}`)].join('\r\n');
const build = nativeBuild();
assert.ok(build !== null, 'there is a native binary for this Node');
const { uws } = build;
uws
  .App()
  .get('/v1/summary', (response) => {
    response.writeHeader(name, joined);
    response.end(body);
  })
  .listen('127.0.0.1', 0, (socket) => {
    assert.ok(socket !== false, 'it listens');
    sayListening(uws.us_socket_local_port(socket));
  });
