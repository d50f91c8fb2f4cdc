/** The pages of `/get-key` with an address that would break out of markup, and their links. */

import { describe, expect, it } from 'vitest';
import { issuedPage, offerPage, refusalPage } from '../../../api/pages/get-key.ts';
import { keyExamples } from '../../../api/pages/key-examples.ts';

/** All of it may stand in `server.public_url`. */
const BASE = `https://turnout.example/"><script>alert(1)</script>'\u2028&amp;`;
const KEY = 'tk_0123456789abcdefghijABCDEFGHIJ01';
const FACTS = { key: KEY, keyId: 'key_1', gymId: 'demo', lookups: 100 };

/** What a browser shows of the element with this id. */
const shown = (text: string, id: string) => {
  const [, content = ''] = new RegExp(`id="${id}"[^>]*>([^<]*)<`).exec(text) ?? [];
  const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", '#96': '`' };
  return content
    .replace(/&(lt|gt|quot|#39|#96);/g, (_, name: string) => entities[name] ?? '')
    .replaceAll('&amp;', '&');
};

describe.each([
  ['offer', offerPage({ lookups: 100, base: BASE }).text, ['program', 'sandbox']],
  [
    'key',
    issuedPage({ ...FACTS, examples: keyExamples(BASE, KEY) }).text,
    ['curl', 'javascript', 'python'],
  ],
])('the page of the %s', (_, text, ids) => {
  it('stays what it is with any address', () => {
    expect(text).not.toContain('<script>alert');
    expect(text.match(/<script>/g)).toHaveLength(1);
    expect(text.match(/<h1>/g)).toHaveLength(1);
  });

  it('shows its examples as they are to be copied', () => {
    for (const id of ids) expect(shown(text, id), id).toContain('<script>alert(1)</script>');
  });

  it('has a hidden copy button for each of them, and a place that tells', () => {
    for (const id of ids) {
      expect(text).toContain(`<button type="button" class="plain" hidden data-copy="${id}"`);
    }
    expect(text.match(/role="status"/g)).toHaveLength(1);
  });

  it('leads to our own pages only, wherever the service lies behind a proxy', () => {
    for (const [, target] of text.matchAll(/(?:href|action)="([^"]*)"/g)) {
      expect(target).toMatch(/^(data:image\/svg\+xml,|[a-z.-]+$)/);
    }
  });
});

it('shows the examples exactly as a program gets them', () => {
  const examples = keyExamples(BASE, KEY);
  const { text } = issuedPage({ ...FACTS, lookups: null, examples });
  for (const [id, code] of Object.entries(examples)) expect(shown(text, id)).toBe(code);
  expect(text).toContain('without limit');
});

it('tells a refusal as it is', () => {
  const { text, policy } = refusalPage('No <key>', 'Wait "a bit".');
  expect(text).toContain('<h1>No &lt;key&gt;</h1>');
  expect(text).toContain('Wait &quot;a bit&quot;.');
  expect(policy).not.toContain('script-src');
});
