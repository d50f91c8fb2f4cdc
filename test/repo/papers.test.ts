/** What files of the repository say of the program is what the program has. */

import { expect, it, test } from 'vitest';
import { parse } from 'yaml';
import { CONFIG_FILE } from '../../config/schema/file.ts';
import { ERRORS } from '../../errors.ts';
import { sourceFiles, textOf } from '../support/tree.ts';

it('the example configuration has every section of the schema', () => {
  const tree = parse(textOf('turnout.example.yaml'));
  expect(Object.keys(tree).sort()).toEqual(Object.keys(CONFIG_FILE.properties).sort());
});

it('server.json names the package, its version and its MCP name', () => {
  const { name, version, mcpName } = JSON.parse(textOf('package.json'));
  const server = JSON.parse(textOf('server.json'));
  expect(server).toMatchObject({ name: mcpName, version });
  expect(server.packages).toMatchObject([{ identifier: name, version }]);
  expect(server.description.length).toBeLessThanOrEqual(100);
});

/** `npm run check` holds docs/errors.md to it. */
it('the table of errors has a sentence for each code that some code gives, and for no other', () => {
  const source = sourceFiles()
    .filter((path) => path !== 'errors.ts')
    .map(textOf)
    .join('\n');
  for (const [code, { meaning }] of Object.entries(ERRORS)) {
    expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect(meaning, code).toMatch(/^[A-Z][^.]*\.$/);
    expect(source.includes(`'${code}'`), code).toBe(true);
  }
  // `camera_lost` in a comment after "Throws": snake_case in backticks.
  const named = [
    ...source.matchAll(/(?:@throws|Throws|throws) ((?:`[a-z_]+`(?:, | and | or )?)+)/g),
  ];
  const unknown = named
    .flatMap(([, list = '']) => list.match(/[a-z_]+(?=`)/g) ?? [])
    .filter((code) => code.includes('_') && !(code in ERRORS));
  expect(unknown).toEqual([]);
});

it('the lock file holds what every platform needs, and no install script that downloads CUDA', () => {
  const { packages } = JSON.parse(textOf('package-lock.json')) as {
    packages: Record<string, { hasInstallScript?: true; optionalDependencies?: object }>;
  };
  // npm 11 refuses a lock file without the optional packages that it names.
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) =>
        !(`node_modules/${name}` in packages) && !(`${path}/node_modules/${name}` in packages),
    ),
  );
  expect(missing).toEqual([]);
  // npm before 11.16 knows no allowScripts, and runs what the lock file names. Delete its hasInstallScript there.
  expect(packages['node_modules/onnxruntime-node']).not.toHaveProperty('hasInstallScript');
});

const SIGN = textOf('docs/privacy/sign.html');
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl'];

test.each(LANGUAGES)('the sign in %s has all that a sign must have', (language) => {
  const section = new RegExp(`<section lang="${language}"[^>]*>(.*?)</section>`, 's');
  const sheet = section.exec(SIGN)?.[1] ?? '';
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

it('times in the papers about privacy are the defaults of the configuration', () => {
  const { retention, backup, sampling } = CONFIG_FILE.properties;
  const said: readonly (readonly [words: string, value: unknown, used: object, page: string])[] = [
    ...['retention', 'staff-notice', 'impact-assessment'].flatMap((page) => [
      ['30 days', '30d', retention.properties.samples, page] as const,
      ['5 years', '5y', retention.properties.minutes, page] as const,
    ]),
    ['the newest 14', 14, backup.properties.keep, 'retention'],
    ['Every [5] seconds during', '5s', sampling.properties.class_period, 'impact-assessment'],
    ['[60] seconds otherwise', '60s', sampling.properties.idle_period, 'impact-assessment'],
  ];
  for (const [words, value, used, page] of said) {
    expect(used).toMatchObject({ default: value });
    expect(textOf(`docs/privacy/${page}.md`)).toContain(words);
  }
});
