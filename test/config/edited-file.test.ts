/** Changes of the tree: whatever the file looks like, it means what was asked, and comments stay. */

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { EditedFile } from '../../config/edited-file.ts';

type Edit = (file: EditedFile) => void;

function changeText(text: string, edit: Edit): string {
  const file = new EditedFile(text);
  edit(file);
  return file.text();
}

/** Ways in which people write the same list of cameras. */
const STYLES: Readonly<Record<string, (ids: readonly string[]) => string>> = {
  indented: (ids) =>
    ids
      .map((id) => `  # about ${id}\n  - id: ${id}\n    url: "scene:${id}" # url ${id}\n`)
      .join(''),
  flush: (ids) => ids.map((id) => `- id: ${id}   # id ${id}\n  url: 'scene:${id}'\n`).join(''),
  apart: (ids) =>
    ids.map((id) => `  - id: ${id}\n    url: scene:${id}\n    # after ${id}\n`).join('\n'),
  flow: (ids) => ids.map((id) => `  - {id: ${id}, url: "scene:${id}"} # flow ${id}\n`).join(''),
  wide: (ids) =>
    ids.map((id) => `    -   id: ${id}\n        url: >-\n            scene:${id}\n`).join(''),
  inline: (ids) => `  [ ${ids.map((id) => `{id: ${id}, "url" : scene:${id},}`).join(' , ')} ]\n`,
  brackets: (ids) =>
    `  [\n${ids.map((id) => `    { id: ${id}, # in ${id}\n      url: scene:${id} }, # flow ${id}\n`).join('')}  ]\n`,
  dashes: (ids) =>
    ids.map((id) => `  -\n    # in ${id}\n    id: ${id}\n    url: scene:${id}\n`).join(''),
};

const style = fc.constantFrom(...Object.keys(STYLES));
const count = fc.integer({ min: 1, max: 4 });
const isCrlf = fc.boolean();

function fileOf(name: string, cameras: number, crlf: boolean): string {
  const ids = Array.from({ length: cameras }, (_, at) => `c${at}`);
  const text = `# head\nname:   x  # kept\ncameras:\n${STYLES[name]?.(ids)}\n# tail\nlast: 1\n`;
  return crlf ? text.replaceAll('\n', '\r\n') : text;
}

const comments = (text: string): string[] => text.match(/# \w+( \w+)?/g) ?? [];

function check(change: (at: number) => Edit, meant: (cameras: unknown[], at: number) => void) {
  fc.assert(
    fc.property(style, count, isCrlf, fc.nat(3), (name, cameras, crlf, nth) => {
      const at = nth % cameras;
      const text = fileOf(name, cameras, crlf);
      const wanted = parse(text);
      meant(wanted.cameras, at);
      const changed = changeText(text, change(at));
      expect(parse(changed)).toEqual(wanted);
      expect(changed).toContain('# kept');
      const lost = comments(text).filter((comment) => !comments(changed).includes(comment));
      expect(lost.filter((comment) => !comment.endsWith(`c${at}`))).toEqual([]);
    }),
    { numRuns: 200 },
  );
}

it('a file in any style gets a camera more', () => {
  const camera = { id: 'new', url: 'scene:new' };
  check(
    () => (file) => file.append(['cameras'], camera),
    (cameras) => cameras.push(camera),
  );
});

it('a file in any style gets another address', () => {
  check(
    (at) => (file) => file.set(['cameras', at, 'url'], 'rtsp://a: b #c/'),
    (cameras, at) => Object.assign(cameras[at] as object, { url: 'rtsp://a: b #c/' }),
  );
});

it('a file in any style loses a camera, and no comment of another', () => {
  check(
    (at) => (file) => file.delete(['cameras', at]),
    (cameras, at) => cameras.splice(at, 1),
  );
});

it('a flow collection that is empty gets its first entry', () => {
  const gym = (cameras: string) => `gym: {cameras: ${cameras}} # none\n`;
  const change: Edit = (file) => file.append(['gym', 'cameras'], { id: 'a' });
  expect(changeText(gym('[]'), change)).toBe(gym('[{id: a}]'));
});

const LINES = ['\n', 'a\nb\n', `${'long '.repeat(20)}\n--- b`];
const SIGNS = [' ', '\r', '\u0000', '\u0085', '\ufeff', '---', '"', "'", '# a', '? a: b', '*a'];
it.each([
  ['plain', 'name: x\n'],
  ['quoted', 'name: "x"\n'],
  ['new', 'other: x\n'],
  ['in flow', '{ name: x }\n'],
])('a text that YAML could read otherwise is written so that it is read back: %s', (_, text) => {
  for (const value of [...LINES, ...SIGNS]) {
    const list = [{ name: value, [value]: 'key' }];
    const named = changeText(text, (file) => file.set(['name'], value));
    const changed = changeText(named, (file) => file.set(['list'], list));
    expect(parse(changed)).toMatchObject({ name: value, list });
  }
});

it('a file without entries gets them after its comments', () => {
  const change: Edit = (file) => file.append(['gyms'], { id: 'main' });
  expect(changeText('# head\n', change)).toBe('# head\n\ngyms:\n  - id: main\n');
  expect(changeText('', change)).toBe('gyms:\n  - id: main\n');
});

it.each([
  ['a list behind an alias', 'hall: &all\n  - id: a\ncameras: *all\n'],
  ['a list with another name elsewhere', 'cameras: &all\n  - id: a\nhall: *all\n'],
  ['a text in place of a list', 'cameras: none\n'],
])('what cannot be changed in place is refused: %s', (_, text) => {
  const change: Edit = (file) => file.append(['cameras'], { id: 'b' });
  expect(() => changeText(text, change)).toThrow('make this change by hand');
});
