import { expect, it } from 'vitest';
import { isPublicAddress, Reach, reachOfConfigured } from '../../runtime/reach.ts';

const AWAY = new Reach(false);
const HERE = new Reach(true);
const refused = (got: string) =>
  expect.objectContaining({
    code: 'address_refused',
    parts: expect.objectContaining({ got: expect.stringContaining(got) }),
  });

const OWN = '127.0.0.1 0.0.0.0 0x7f000001 127.1 ::1 :: [::ffff:7f00:1] ::127.0.0.1 64:ff9b::7f00:1';
it.each([...OWN.split(' '), 'localhost'])(
  'an address of this computer is found out as %s, and reached where allowed',
  async (host) => {
    await expect(AWAY.resolve(host)).rejects.toEqual(refused('this computer'));
    expect(await HERE.resolve(host)).not.toEqual([]);
  },
);

const LINK = '169.254.169.254 0xa9fea9fe ::ffff:169.254.169.254 64:ff9b::a9fe:a9fe fe80::1%1';
it.each([...LINK.split(' '), 'fd00:ec2::254', '100.100.100.200'])(
  'a link-local address is never reached: %s',
  async (host) => {
    await expect(HERE.resolve(host)).rejects.toEqual(refused('link-local'));
  },
);

const OTHERS = '192.168.1.20 10.0.0.1 8.8.8.8 fd00::20 2606:4700::1111 64:ff9b::808:808';
it.each(OTHERS.split(' '))('another address is reached: %s', async (host) => {
  expect(await AWAY.resolve(host)).toMatchObject([{ address: host }]);
  expect(await AWAY.pinned(`rtsp://${host.includes(':') ? `[${host}]` : host}/x`)).toContain(host);
});

it('a name is reached at the address that was looked at, and by no other', async () => {
  const error: unknown = await AWAY.resolve('localhost').catch((one: unknown) => one);
  expect(String(error)).toContain('turnout.yaml: server: { probe_local: true }');
  expect(String(error)).not.toMatch(/127\.0\.0\.1|::1|localhost/);
  const pinned = await HERE.pinned('rtsp://viewer:a%40b@localhost:8554/path?x=@1');
  expect(pinned).toMatch(/^rtsp:\/\/viewer:a%40b@(?:127\.0\.0\.1|\[::1\]):8554\/path\?x=@1$/);
  const looked = await new Promise((done) => {
    AWAY.lookup('localhost', { all: true }, (error) => done(error));
  });
  expect(looked).toEqual(refused('this computer'));
});

it('an address that may be saved is one that may be reached, or a name that nobody knows yet', async () => {
  await expect(AWAY.checkUrl('http://localhost:9/x')).rejects.toEqual(refused('this computer'));
  await expect(AWAY.checkUrl('rtsp://[::1]/x')).rejects.toEqual(refused('this computer'));
  await AWAY.checkUrl('rtsp://nothing.invalid/x');
  await AWAY.checkUrl('scene:studio?people=3');
});

it('what the configuration has may lead here where it says so itself, and not by another name', () => {
  const here = ['http://127.0.0.1/x', 'rtsp://localhost/x', 'http://[::1]/', '/srv/x.ics'];
  for (const own of [...here, 'http://169.254.1.2/']) {
    expect(reachOfConfigured(own), own).toBeUndefined();
  }
  const checked = () => reachOfConfigured('http://feed.example/x')?.check('127.0.0.1');
  expect(checked).toThrow('this computer');
  expect(() => reachOfConfigured('webcal://feed.example/x')?.check('169.254.169.254')).toThrow();
});

it.each([
  ['172.32.0.0', true, 'just beyond the private ones'],
  ['2a00:1450:4009::200e', true, 'of IPv6'],
  ['172.31.255.255', false, 'private'],
  ['169.254.169.254', false, 'where clouds tell credentials'],
  ['::ffff:127.0.0.1', false, 'mapped loopback'],
  ['64:ff9b::7f00:1', false, 'translated loopback'],
  ['localhost', false, 'a name'],
  ['0177.0.0.1', false, 'octal'],
])('whether %s is a public address: %s, %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});
