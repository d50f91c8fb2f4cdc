/** What a client is made with: options before the environment before defaults, and no nonsense. */

import { expect, it, vi } from 'vitest';
import { settingsOf } from '../../../clients/js/src/options.ts';

it('options go before the environment, where an empty text is none, and null is no key', () => {
  vi.stubEnv('TURNOUT_URL', '');
  vi.stubEnv('TURNOUT_API_KEY', '');
  expect(settingsOf({})).toMatchObject({ base_url: 'http://127.0.0.1:8080', api_key: null });
  const base_url = 'https://gym.example/turnout';
  vi.stubEnv('TURNOUT_URL', `${base_url}/`);
  vi.stubEnv('TURNOUT_API_KEY', 'tk_environment\n');
  expect(settingsOf({})).toMatchObject({ base_url, api_key: 'tk_environment' });
  const own = { base_url: 'http://other.example', api_key: null };
  expect(settingsOf(own)).toMatchObject(own);
  expect(settingsOf({ api_key: ' tk_own\n' }).api_key).toBe('tk_own');
});

it.each([
  [{ apiKey: 'tk_' }, /no option apiKey\. There are base_url, api_key/],
  [{ base_url: 'turnout.example' }, /base_url must be an http or https address/],
  [{ base_url: 'ftp://turnout.example' }, /base_url/],
  [{ base_url: 'http://me:secret@turnout.example' }, /base_url must be/],
  [{ base_url: 'http://turnout.example/?a=b' }, /base_url/],
  [{ api_key: 'tk secret' }, /api_key must be one word/],
  [{ gym_id: '' }, /gym_id must be the id of a gym/],
  [{ sandbox: 'false' }, /sandbox must be true or false/],
  [{ timeout_ms: 0 }, /timeout_ms must be above 0/],
  [{ timeout_ms: Number.NaN }, /timeout_ms/],
  [{ timeout_ms: 2 ** 31 }, /timeout_ms/],
  [{ max_retries: -1 }, /max_retries must be a whole number from 0 to 10, not -1/],
  [{ max_retries: 0.5 }, /max_retries/],
  [{ cache_size: Number.POSITIVE_INFINITY }, /cache_size/],
  [{ fetch: 5 }, /fetch/],
])('options %j are refused', (options, message) => {
  const make = () => settingsOf(options as object);
  expect(make).toThrow(TypeError);
  expect(make).toThrow(message);
  expect(make).not.toThrow(/secret/);
});
