import { expect, it } from 'vitest';
import { storedAt } from '../../cli/address.ts';
import {
  addressFault,
  cameraAddress,
  checkedAddress,
  feedAddress,
  wholeAddress,
} from '../../config/address.ts';
import { hiddenOf, interpolate, variablesIn } from '../../config/environment.ts';

it.each([
  ['rtsp://192.0.2.1/sub', null],
  ['RTSPS://viewer:p%40ss@cam.example:322/live?x=1#y', null],
  ['http://[2001:db8::1]:8080/snapshot.jpg', null],
  ['scene:studio?seed=1', null],
  ['/videos/a.mp4', null],
  ['./a:b.mp4', null],
  ['rtmp://cam/live', 'an address of another kind (rtmp)'],
  ['hunter2:secret', 'an address of another kind (not known)'],
  ['rtsp://', 'an address that cannot be read'],
  ['scene:', 'scene: without the name of a scene'],
  ['file:a.mp4', 'a file: address that is not file:///…'],
  ['viewer:secret@192.0.2.1/sub', 'an address without rtsp://'],
])('the address of a camera %s has the fault %s', (address, said) => {
  const fault = addressFault(address);
  expect(fault).toEqual(said && expect.stringContaining(said));
  expect(fault ?? '').not.toMatch(/secret|hunter2|192/);
});

it.each([
  [{ url: 'scene:studio' }, { url: 'scene:studio' }],
  [{ url: 'rtsp://u:p%40@h:1/a?b=c' }, { url: 'rtsp://h:1/a?b=c', user: 'u', password: 'p@' }],
  [
    { url: 'rtsp://u@h/a', password: 'x' },
    { url: 'rtsp://h/a', user: 'u', password: 'x' },
  ],
  [{ url: 'rtsp://h/a', user: '', password: '' }, { url: 'rtsp://h/a' }],
])('an address that is typed %j is %j', (typed, checked) => {
  expect(checkedAddress(typed)).toEqual(checked);
});

const BAD = ['file:///a', 'rtsp:///a', 'rtsp://h/$' + '{A}', 'rtsp://u:p#1@h/a', 'scene:a b'];
it.each(BAD)('an address that is typed %s is refused, and no part of it is shown', (url) => {
  expect(() => checkedAddress({ url })).toThrow(/^address of the camera: expected/);
  expect(() => checkedAddress({ url })).not.toThrow(url);
});

it('is written with a variable, and read as it was typed', () => {
  const typed = { url: 'rtsp://h/a$b', user: "o'neil@x", password: 'p$ss' };
  const { written, secrets } = cameraAddress(typed, 'hall', {}, '');
  expect(written.text).toBe('rtsp://o%27neil%40x:$' + '{HALL_PASSWORD}@h/a$$b');
  expect(secrets).toEqual({ HALL_PASSWORD: 'p%24ss' });
  expect(interpolate(written.text, secrets).text).toBe(wholeAddress(typed));
  expect(variablesIn(written.text)).toEqual(['HALL_PASSWORD']);
});

it('a password in its query stands in a variable too', () => {
  const typed = { url: 'http://h/snap.jpg?usr=admin&loginpas=geh$im&ch=1' };
  const { written, secrets } = cameraAddress(typed, 'hall', {}, '');
  expect(written.text).toBe('http://h/snap.jpg?usr=admin&loginpas=$' + '{HALL_PASSWORD}&ch=1');
  expect(secrets).toEqual({ HALL_PASSWORD: 'geh$im' });
  expect(storedAt('hall', 'http://h/?token=a$$b&pwd=$' + '{MINE}', {})).toEqual({
    url: 'http://h/?token=$' + '{HALL_PASSWORD}&pwd=$' + '{MINE}',
    secrets: { HALL_PASSWORD: 'a$b' },
  });
});

const old = 'rtsp://viewer:$' + '{A}@camera.lan:554/101';
it.each([
  [{ url: 'rtsp://camera.lan:554/102' }, 'rtsp://viewer:$' + '{A}@camera.lan:554/102'],
  [
    { url: 'rtsps://CAMERA.lan:554/x', user: 'viewer' },
    'rtsps://viewer:$' + '{A}@CAMERA.lan:554/x',
  ],
  [{ url: 'rtsp://camera.lan:8554/102' }, 'rtsp://camera.lan:8554/102'],
  [{ url: 'rtsp://other.lan:554/101', user: 'viewer' }, 'rtsp://viewer@other.lan:554/101'],
  [{ url: 'rtsp://camera.lan:554/101', user: 'admin' }, 'rtsp://admin@camera.lan:554/101'],
])('the old password for %j gives %s', (wanted, written) => {
  expect(cameraAddress(wanted, 'hall', {}, old).written.text).toBe(written);
});

it.each([
  ['rtsps', 'rtsp', false],
  ['https', 'http', false],
  ['http', 'https', true],
])('the old password of %s:// at %s:// stays: %s, and never goes into clear', (from, to, stays) => {
  const typed = { url: `${to}://camera.lan/1`, user: 'viewer' };
  const { written } = cameraAddress(typed, 'hall', {}, `${from}://viewer:\${A}@camera.lan/1`);
  expect(variablesIn(written.text)).toEqual(stays ? ['A'] : []);
});

it('a variable is one that no one has set yet', () => {
  const first = hiddenOf('main-hall', {});
  first.hide('secret', 'PASSWORD');
  expect(first.secrets).toEqual({ MAIN_HALL_PASSWORD: 'secret' });
  const third = hiddenOf('hall', { HALL_PASSWORD: 'x', HALL_PASSWORD_2: '' });
  expect(third.hide('secret', 'PASSWORD')).toBe('$' + '{HALL_PASSWORD_3}');
});

const at = (url: string, login: { user?: string; password?: string } = {}, taken = {}) =>
  feedAddress({ url, ...login }, 'my-calendar', taken);

it('the address of a feed: shows the host, and has path, query and password in variables', () => {
  const whole = 'https://viewer:p%40ss@calendar.example/private-1/a.ics?t=1#x';
  const text = `https://viewer:\${MY_CALENDAR_PASSWORD}@calendar.example/\${MY_CALENDAR_ADDRESS}`;
  expect(at(whole)).toMatchObject({
    whole,
    written: { text },
    secrets: { MY_CALENDAR_PASSWORD: 'p%40ss', MY_CALENDAR_ADDRESS: 'private-1/a.ics?t=1#x' },
    host: 'calendar.example',
  });
});

it('the address of a feed: takes a login that is typed apart, and a name that is free', () => {
  const taken = { MY_CALENDAR_ADDRESS: 'old' };
  const login = { user: 'a@b', password: '#' };
  const { whole, written, secrets } = at('webcal://calendar.example:8443/a', login, taken);
  expect(whole).toBe('webcal://a%40b:%23@calendar.example:8443/a');
  expect(written.text).toMatch(
    /^webcal:\/\/a%40b:\$\{MY_CALENDAR_PASSWORD\}@calendar\.example:8443\//,
  );
  expect(secrets).toEqual({ MY_CALENDAR_PASSWORD: '%23', MY_CALENDAR_ADDRESS_2: 'a' });
});

it.each([
  ['ftp://calendar.example/a'],
  ['https://calendar.example/a b'],
  ['https://calendar.example/$' + '{HOME}'],
  ['https://:secret@calendar.example/a'],
  ['momence://calendar.example'],
])('the address of a feed: %s is refused, and not shown', (url) => {
  expect(() => at(url)).toThrow(/address of the (feed|booking system)/);
  expect(() => at(url)).not.toThrow(/calendar\.example|HOME/);
});

it('the address of a feed: an address without a path needs no secret', () => {
  expect(at('https://calendar.example')).toMatchObject({
    written: { text: 'https://calendar.example' },
    secrets: {},
  });
  expect(at('https://calendar.example/?t=1')).toMatchObject({
    written: { text: 'https://calendar.example/$' + '{MY_CALENDAR_ADDRESS}' },
    secrets: { MY_CALENDAR_ADDRESS: '?t=1' },
  });
});
