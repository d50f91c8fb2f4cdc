import { expect, it } from 'vitest';
import { readHeadOffice } from '../../config/head-office.ts';

const DATABASE = { TURNOUT_HQ_DATABASE: 'postgres://turnout:secret@db/turnout' };
const LINE = { TURNOUT_HQ_LINE: 'nats://nats:4222' };

it.each([
  ['under the public address', { TURNOUT_HQ_URL: 'https://hq.example' }, 'wss://hq.example/line'],
  ['with its port', { TURNOUT_HQ_URL: 'https://hq.example:8443/' }, 'wss://hq.example:8443/line'],
  ['below its path', { TURNOUT_HQ_URL: 'https://example/hq' }, 'wss://example/hq/line'],
  ['as for itself without HTTPS', { TURNOUT_HQ_URL: 'http://127.0.0.1:8080' }, 'nats://nats:4222'],
  ['as for itself without an address', {}, 'nats://nats:4222'],
  ['as it is named', { TURNOUT_HQ_PUBLIC_LINE: 'wss://other.example/x' }, 'wss://other.example/x'],
])('the line is reached %s', (_, variables, wanted) => {
  expect(readHeadOffice({ ...DATABASE, ...LINE, ...variables }).publicLine).toEqual([wanted]);
});

it('names no password of a database that is none', () => {
  expect(() => readHeadOffice({ TURNOUT_HQ_DATABASE: 'mysql://me:secret@db/x' })).toThrow(
    /^TURNOUT_HQ_DATABASE: expected the address of a PostgreSQL.*got another text/,
  );
});
