/** The page that asks for consent: whatever a client calls itself, it stays a text. */

import { renderToString } from 'preact-render-to-string';
import { expect, it } from 'vitest';
import { formTargetsOf } from '../../../../api/routes/oauth/authorize.ts';
import { type ConsentPageOptions, consentPage } from '../../../../web/pages/sign-in/consent.tsx';

const OPTIONS: ConsentPageOptions = {
  action: '/oauth/authorize',
  clientName: 'Reader',
  clientHost: null,
  redirectHost: 'reader.example',
  scopes: ['Read the figures'],
  csrfToken: 'token-of-the-form',
  hidden: new Map([['state', 'a"b<c>&']]),
  error: null,
  hasFreeKeys: true,
  isKeyWrong: false,
};
const textOf = (change: Partial<ConsentPageOptions> = {}) =>
  renderToString(consentPage({ ...OPTIONS, ...change }));

it('tells what was wrong at the field, first', () => {
  const text = textOf({ error: 'No such key <b>.', isKeyWrong: true });
  expect(text).toContain('role="alert" id="fault">No such key &lt;b>.</p>');
  expect(text).toMatch(
    /<input id="key"[^>]*aria-invalid="true"[^>]*aria-describedby="fault key-hint"/,
  );
  expect(textOf({ error: 'Too late.' })).not.toContain('aria-invalid=');
  expect(text.indexOf('role="alert"')).toBeLessThan(text.indexOf('<dl'));
});

it.each(['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', 'Turnout\u202egnp'])(
  'shows a client that calls itself %j as it is written',
  (clientName) => {
    const text = textOf({ clientName, redirectHost: clientName, scopes: [clientName] });
    expect(text).not.toMatch(/<script|<img|\u202e/);
    expect(text.match(/<h1[ >]/g)).toHaveLength(1);
  },
);

it.each([
  ['https://reader.example/callback', ['https:']],
  ['http://127.0.0.1:33418/callback', ['https:', 'http://127.0.0.1:33418']],
  ['http://localhost/callback', ['https:', 'http://localhost:80']],
  ['http://[::1]:8080/callback', ['https:', 'http:']],
  ['cursor://anysphere.cursor-mcp/oauth', ['https:', 'cursor:']],
  ["http://h';script-src/", ['https:', 'http:']],
])('where the answer to a form leads after %s is our own place and %s', (redirectUri, sources) => {
  expect(formTargetsOf(redirectUri)).toEqual(sources);
});
