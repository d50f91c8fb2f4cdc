/** WS-Discovery over real UDP: to a group on loopback, and to one address. */

import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { discover } from '../../../../engine/cameras/onvif/discovery.ts';
import { startOnvifCamera } from '../../../support/onvif-camera.ts';

async function camera(options: { name?: string; announces?: string } = {}) {
  const started = await startOnvifCamera({ name: 'HIKVISION DS-2CD2043', streams: [], ...options });
  onTestFinished(() => started.stop());
  return started;
}

it('finds a camera by a question to the whole network', async () => {
  const { discoveryPort, service } = await camera();
  const found = await discover({ hosts: null, waitMs: 300, from: ['127.0.0.1'], discoveryPort });
  const known = { host: '127.0.0.1', name: 'HIKVISION DS-2CD2043', hardware: null };
  expect(found).toEqual([{ ...known, service }]);
});

it('believes the address that answered, not one that the answer names, and shows no name that would move the cursor of a terminal', async () => {
  const announces = 'http://user:pass@198.51.100.7:8080/onvif/device_service';
  const { discoveryPort } = await camera({ announces, name: 'Cam\u001b[2J\u0000era' });
  const [found] = await discover({ hosts: ['127.0.0.1'], waitMs: 200, discoveryPort });
  expect(found?.service.href).toBe('http://127.0.0.1:8080/onvif/device_service');
  expect(found?.name).toBe('Cam [2J era');
});

it('takes no answer to another question, and nothing that is not XML', async () => {
  const liar = createSocket('udp4');
  onTestFinished(() => void liar.close());
  liar.on('message', (_bytes, { port, address }) => {
    const other = '<a><RelatesTo>urn:uuid:0</RelatesTo><XAddrs>http://127.0.0.1/</XAddrs></a>';
    for (const lie of [other, '<<<<']) liar.send(lie, port, address);
  });
  liar.bind(0, '127.0.0.1');
  await once(liar, 'listening');
  const { port } = liar.address();
  expect(await discover({ hosts: ['127.0.0.1'], waitMs: 200, discoveryPort: port })).toEqual([]);
});
