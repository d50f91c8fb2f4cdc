/** Both HTTP backings pass one suite. */

import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { listenNode } from '../../api/http/node.ts';
import { listenUws, loadUws } from '../../api/http/uws.ts';
import { describeBacking } from './http.suite.ts';
import { describeFraming } from './http-framing.suite.ts';
import { describeStreams } from './http-stream.suite.ts';

const uws = await loadUws();

describeBacking('node:http', listenNode);
describeStreams('node:http', listenNode);
describeFraming('node:http', listenNode);

if (uws === null) {
  describe.skip('the uWebSockets.js backing', () => {
    it(`is skipped: there is no native binary for Node ${process.versions.node}`, () => undefined);
  });
} else {
  describeBacking('uWebSockets.js', (options) => listenUws(uws, options));
  describeStreams('uWebSockets.js', (options) => listenUws(uws, options));
  describeFraming('uWebSockets.js', (options) => listenUws(uws, options));

  it('uWebSockets.js waits for a port that only closed connections hold', async () => {
    const options = { host: '127.0.0.1', port: 0, onExchange: () => undefined };
    const before = await listenUws(uws, options);
    const socket = connect(before.port, '127.0.0.1');
    await once(socket, 'connect');
    const closed = once(socket.resume(), 'close');
    await before.close();
    await closed;
    let waits = 0;
    const onWait = () => {
      waits += 1;
    };
    const after = listenUws(uws, { ...options, port: before.port, onWait, patienceMs: 1 });
    await expect(after).rejects.toMatchObject({ code: 'port_in_use' });
    expect(waits).toBe(1);
  });
}
