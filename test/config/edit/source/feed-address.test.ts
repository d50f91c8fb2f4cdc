import { expect, it } from 'vitest';
import { feedAddress } from '../../../../config/edit/source/feed-address.ts';

const at = (url: string, login: { user?: string; password?: string } = {}, taken = {}) =>
  feedAddress({ url, ...login }, 'my-calendar', taken);

it('shows the host, and has path, query and password in variables', () => {
  expect(at('https://viewer:p%40ss@calendar.example/private-1/a.ics?t=1#x')).toMatchObject({
    whole: 'https://viewer:p%40ss@calendar.example/private-1/a.ics?t=1#x',
    written: {
      text:
        'https://viewer:$' + '{MY_CALENDAR_PASSWORD}@calendar.example/$' + '{MY_CALENDAR_ADDRESS}',
    },
    secrets: { MY_CALENDAR_PASSWORD: 'p%40ss', MY_CALENDAR_ADDRESS: 'private-1/a.ics?t=1#x' },
    host: 'calendar.example',
  });
});

it('takes a login that is typed apart, and a name that is free', () => {
  const taken = { MY_CALENDAR_ADDRESS: 'old' };
  const { whole, written, secrets } = at(
    'webcal://calendar.example:8443/a',
    { user: 'a@b', password: '#' },
    taken,
  );
  expect(whole).toBe('webcal://a%40b:%23@calendar.example:8443/a');
  expect(written.text).toMatch(
    /^webcal:\/\/a%40b:\$\{MY_CALENDAR_PASSWORD\}@calendar\.example:8443\//,
  );
  expect(secrets).toEqual({ MY_CALENDAR_PASSWORD: '%23', MY_CALENDAR_ADDRESS_2: 'a' });
});

it('an address without a path needs no secret', () => {
  expect(at('https://calendar.example')).toMatchObject({
    written: { text: 'https://calendar.example' },
    secrets: {},
  });
  expect(at('https://calendar.example/?t=1')).toMatchObject({
    written: { text: 'https://calendar.example/$' + '{MY_CALENDAR_ADDRESS}' },
    secrets: { MY_CALENDAR_ADDRESS: '?t=1' },
  });
});

it.each([
  ['ftp://calendar.example/a'],
  ['/etc/passwd'],
  ['file:///etc/passwd'],
  ['https://'],
  ['https://calendar.example/a b'],
  ['https://calendar.example/$' + '{HOME}'],
  ['https://:secret@calendar.example/a'],
])('%s is refused, and not shown', (url) => {
  expect(() => at(url)).toThrow(/address of the feed/);
  expect(() => at(url)).not.toThrow(/calendar\.example|passwd|HOME/);
});
