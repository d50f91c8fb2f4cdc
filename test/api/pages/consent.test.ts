/** The page that asks for consent: whatever a client calls itself, it stays a text. */

import { describe, expect, it } from 'vitest';
import {
  CONSENT_FIELDS,
  type ConsentPageOptions,
  consentPage,
} from '../../../api/pages/consent.ts';

const OPTIONS: ConsentPageOptions = {
  action: '/oauth/authorize',
  clientName: 'Reader',
  redirectHost: 'reader.example',
  redirectUri: 'https://reader.example/callback',
  scopes: ['Read the figures'],
  csrfToken: 'token-of-the-form',
  hidden: new Map([['state', 'a"b<c>&']]),
  error: null,
};
const pageOf = (change: Partial<ConsentPageOptions> = {}) => consentPage({ ...OPTIONS, ...change });

describe('the consent page', () => {
  it('sends back what it was given, and the token', () => {
    const { text } = pageOf();
    expect(text).toContain('<form method="post" action="/oauth/authorize"');
    expect(text).toContain('<input type="hidden" name="state" value="a&quot;b&lt;c&gt;&amp;">');
    expect(text).toContain(
      `<input type="hidden" name="${CONSENT_FIELDS.token}" value="token-of-the-form">`,
    );
    const decisions = [...text.matchAll(/<button name="decision" value="(\w+)"/g)];
    expect(decisions.map(([, value]) => value)).toEqual(['key', 'free', 'deny']);
  });

  it('runs nothing, and names the field with its hint', () => {
    const { text, policy } = pageOf();
    expect(text).not.toContain('<script');
    expect(policy).not.toContain('script-src');
    expect(text).toMatch(
      /<label for="key">API key<\/label>\s*<input id="key"[^>]*aria-describedby="hint"/,
    );
    expect(text).not.toContain('aria-invalid=');
  });

  it('tells what was wrong at the field, first', () => {
    const { text } = pageOf({ error: 'No such key <b>.', isKeyWrong: true });
    expect(text).toMatch(/<p class="warning" role="alert" id="fault">No such key &lt;b&gt;\.<\/p>/);
    expect(text).toMatch(/<input id="key"[^>]*aria-describedby="fault hint" aria-invalid="true"/);
    expect(pageOf({ error: 'Too late.' }).text).not.toContain('aria-invalid=');
    expect(text.indexOf('role="alert"')).toBeLessThan(text.indexOf('<dl'));
  });

  it('has the place that the answer goes to as its heading, and the name in quotes below', () => {
    const { text } = pageOf({ clientName: 'Verified by Turnout', redirectHost: 'evil.example' });
    expect(text).toContain('<h1 class="host"><bdi>evil.example</bdi></h1>');
    expect(text).toContain('“<bdi>Verified by Turnout</bdi>”');
    expect(text.match(/Verified by Turnout/g)).toHaveLength(1);
  });

  it('says who vouches for the name, or that nobody does', () => {
    expect(pageOf().text).toContain('not verified');
    expect(pageOf({ clientHost: 'reader.example' }).text).not.toContain('not verified');
  });

  it.each([
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    '</title><h1>Turnout',
    'Turnout\u202egnp',
  ])('shows a client that calls itself %j as it is written', (clientName) => {
    const { text } = pageOf({ clientName, redirectHost: clientName, scopes: [clientName] });
    expect(text).not.toMatch(/<script|<img|\u202e/);
    expect(text.match(/<h1[ >]/g)).toHaveLength(1);
    expect(text.match(/<\/title>/g)).toHaveLength(1);
  });
});

describe('where the answer to the form may lead', () => {
  it.each([
    ['https://reader.example/callback', 'https:'],
    ['http://127.0.0.1:33418/callback', 'https: http://127.0.0.1:33418'],
    ['http://localhost/callback', 'https: http://localhost:80'],
    ['http://[::1]:8080/callback', 'https: http:'],
    ['cursor://anysphere.cursor-mcp/oauth', 'https: cursor:'],
    ["http://h';script-src/", 'https: http:'],
  ])('after %s is our own place and %s', (redirectUri, sources) => {
    const directives = pageOf({ redirectUri }).policy.split('; ');
    expect(directives).toContain(`form-action 'self' ${sources}`);
    expect(directives).toHaveLength(6);
  });
});
