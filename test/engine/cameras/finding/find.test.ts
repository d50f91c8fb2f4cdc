/** Cameras of a network: ranges, what is asked there, and what is known of what answered. */

import { expect, it, onTestFinished } from 'vitest';
import { addressesOf, findCameras } from '../../../../engine/cameras/finding.ts';
import { startOnvifCamera } from '../../../support/onvif-camera.ts';
import { PLAYS, camera as rtspCamera } from '../rtsp/written-camera.ts';

it.each([
  [['192.168.1.10'], 1, '192.168.1.10', '192.168.1.10'],
  [['192.168.1.64/28'], 14, '192.168.1.65', '192.168.1.78'],
  [['192.168.1.70/28', '192.168.1.66'], 14, '192.168.1.65', '192.168.1.78'],
  [['10.255.255.254/31'], 2, '10.255.255.254', '10.255.255.255'],
  [['172.16.0.0/22'], 1_022, '172.16.0.1', '172.16.3.254'],
])('a range of addresses %j is %i addresses', (ranges, count, first, last) => {
  const addresses = addressesOf(ranges);
  expect(addresses).toHaveLength(count);
  expect([addresses[0], addresses.at(-1)]).toEqual([first, last]);
});

it.each([
  ['192.168.0.0/21', /expected 1024 addresses at most, got more; a range of \/22 or smaller$/],
  ['8.8.8.0/28', /expected addresses of your own network, got some of the public internet/],
  ['gym.example', /expected an IPv4 address, or one with a length such as \/28/],
  ['192.168.1.0/33', /expected an IPv4 address/],
])('a range of addresses %s is refused', (range, sentence) => {
  expect(() => addressesOf([range])).toThrow(sentence);
});

const host = '127.0.0.1';

it('what answers is known by ONVIF and by RTSP together', async () => {
  const onvif = await startOnvifCamera({ name: 'DS-2CD2043', streams: [] });
  onTestFinished(() => onvif.stop());
  const challenge = 'WWW-Authenticate: Digest realm="IP Camera(C1234)", nonce="1"';
  const refused = () => `RTSP/1.0 401 No\r\nCSeq: ?\r\n${challenge}\r\n\r\n`;
  const hall = await rtspCamera({ ...PLAYS, DESCRIBE: refused });
  const rtspPort = Number(new URL(hall.url).port);
  const { discoveryPort } = onvif;
  const found = await findCameras({ hosts: [host], waitMs: 300, rtspPort, discoveryPort });
  const known = { name: 'DS-2CD2043', maker: { name: 'Hikvision' }, onvif: onvif.service };
  expect(found).toMatchObject([{ host, rtspPort, ...known }]);
});
