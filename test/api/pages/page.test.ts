/** The frame of every page: complete in itself, and allowed nothing else. */

import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { html } from '../../../api/pages/html.ts';
import { page, pageAnswer } from '../../../api/pages/page.ts';

const hashOf = (text = '') => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

it('allows exactly the style and the script that it has', () => {
  const { text, policy } = page({ title: 'Keys', main: html`<h1>Keys</h1>`, copies: true });
  const [, style] = /<style>(.*?)<\/style>/s.exec(text) ?? [];
  const [, script] = /<script>(.*?)<\/script>/s.exec(text) ?? [];
  expect(policy.split('; ')).toEqual([
    "default-src 'none'",
    `style-src ${hashOf(style)}`,
    `script-src ${hashOf(script)}`,
    'img-src data:',
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ]);
  expect(text).not.toMatch(/\son\w+=|\sstyle=|javascript:/);
});

it('is a document with a language, a title and a width for phones', () => {
  const { text } = page({ title: 'A <b>', main: html`<h1>Keys</h1>` });
  expect(text).toMatch(/^<!doctype html>\n<html lang="en">/);
  expect(text).toContain('<title>A &lt;b&gt; · Turnout</title>');
  expect(text).toContain('content="width=device-width, initial-scale=1"');
  expect(text).toMatch(/<main>\n<h1>Keys<\/h1>\n<\/main>/);
});

it('is answered with the headers that go with it, once each', () => {
  const made = page({ title: 'Keys', main: html`<h1>Keys</h1>` });
  const { status, headers = [] } = pageAnswer(429, made, [['Retry-After', '7']]);
  const names = headers.map(([name]) => name);
  expect(status).toBe(429);
  expect(new Set(names).size).toBe(names.length);
  expect(headers).toEqual(
    expect.arrayContaining([
      ['Content-Security-Policy', made.policy],
      ['X-Frame-Options', 'DENY'],
      ['X-Content-Type-Options', 'nosniff'],
      ['Referrer-Policy', 'same-origin'],
      ['Permissions-Policy', expect.stringContaining('camera=()')],
      ['Cache-Control', 'no-store'],
      ['Retry-After', '7'],
    ]),
  );
});
