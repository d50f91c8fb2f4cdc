/** All HTTP backings that load here pass one suite. */

import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { listenUws } from '../../api/http/uws.ts';
import { BACKINGS, NATIVE_BUILDS } from '../support/backings.ts';
import { describeBacking } from './http.suite.ts';
import { describeFraming } from './http-framing.suite.ts';
import { describeSlowEnds } from './http-slow.suite.ts';
import { describeStreams } from './http-stream.suite.ts';

for (const [name, listen] of BACKINGS) {
  describeBacking(name, listen);
  describeStreams(name, listen);
  describeFraming(name, listen);
  describeSlowEnds(name, listen);
}

if (NATIVE_BUILDS.length === 0) {
  describe.skip('native builds of uWebSockets.js', () => {
    it(`are skipped: none loads with Node ${process.versions.node}`, () => undefined);
  });
}

for (const build of NATIVE_BUILDS) {
  it(`${build.name} waits for a port that only closed connections hold`, async () => {
    const options = { host: '127.0.0.1', port: 0, onRequest: () => undefined };
    const before = await listenUws(build, options);
    const socket = connect(before.port, '127.0.0.1');
    await once(socket, 'connect');
    const closed = once(socket.resume(), 'close');
    await before.close();
    await closed;
    let waits = 0;
    const onWait = () => {
      waits += 1;
    };
    const after = listenUws(build, { ...options, port: before.port }, { onWait, patienceMs: 1 });
    await expect(after).rejects.toMatchObject({ code: 'port_in_use' });
    expect(waits).toBe(1);
  });
}
