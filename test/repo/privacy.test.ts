/** The papers in `docs/privacy/` name what the program does by default. */

import { expect, it, test } from 'vitest';
import { CONFIG_FILE } from '../../config/schema/file.ts';
import { textOf } from '../support/tree.ts';

const SIGN = textOf('docs/privacy/sign.html');
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl'] as const;

const defaultOf = (schema: object) => (schema as { readonly default?: unknown }).default;

const sheetOf = (language: string) =>
  new RegExp(`<section lang="${language}"[^>]*>(.*?)</section>`, 's').exec(SIGN)?.[1] ?? '';

test.each(LANGUAGES)('the sign in %s has all that a sign must have', (language) => {
  const sheet = sheetOf(language);
  expect(sheet.match(/<li>/g)).toHaveLength(3);
  expect(sheet.match(/<dt>/g)).toHaveLength(7);
  const fields = [...sheet.matchAll(/data-field="(\w+)"/g)].map(([, name]) => name);
  expect(fields).toEqual(['controller', 'contact', 'more']);
  expect(sheet).toMatch(/30 \D+5 /);
});

it('the sign loads nothing, and sends nothing', () => {
  expect(SIGN).not.toMatch(/src=|href=|@import|url\(|fetch|https?:/);
  expect([...SIGN.matchAll(/<section /g)]).toHaveLength(LANGUAGES.length);
});

it('times are the defaults of the configuration', () => {
  const { retention, backup, sampling } = CONFIG_FILE.properties;
  const defaults = [
    ['30 days', '30d', defaultOf(retention.properties.samples)],
    ['5 years', '5y', defaultOf(retention.properties.minutes)],
  ] as const;
  for (const [words, value, used] of defaults) {
    expect(used).toBe(value);
    for (const page of ['retention', 'staff-notice', 'impact-assessment']) {
      expect(textOf(`docs/privacy/${page}.md`)).toContain(words);
    }
  }
  expect(defaultOf(backup.properties.keep)).toBe(14);
  expect(textOf('docs/privacy/retention.md')).toContain('the newest 14');
  expect(defaultOf(sampling.properties.class_period)).toBe('5s');
  expect(defaultOf(sampling.properties.idle_period)).toBe('60s');
  expect(textOf('docs/privacy/impact-assessment.md')).toContain('Every [5] seconds during classes');
});
