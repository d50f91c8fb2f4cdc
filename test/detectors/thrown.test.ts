import { expect, it } from 'vitest';
import { notePlugin, thrownText } from '../../detectors/faults.ts';
import { coded } from '../support/an-error.ts';

notePlugin('/opt/plug ins/mine.mjs');

const USED = 'at run (/opt/plug ins/node_modules/a.js:1:1)\n    at /opt/plug ins/mine.mjs:3:1';

it.each([
  ['a module', 'at detect (file:///opt/plug%20ins/mine.mjs:41:9)', ' (mine.mjs:41)'],
  ['CommonJS', 'at Object.detect (/opt/plug ins/lib/mine.cjs:7:1)', ' (lib/mine.cjs:7)'],
  ['no function', 'at file:///opt/plug%20ins/mine.mjs:2:1', ' (mine.mjs:2)'],
  ['an unnamed async function', 'at async file:///opt/plug%20ins/mine.mjs:2:1', ' (mine.mjs:2)'],
  ['a package that it uses', USED, ' (mine.mjs:3)'],
  ['Node alone', 'at readFileSync (node:fs:441:20)', ''],
  ['another folder', 'at run (file:///opt/plug%20ins-2/mine.mjs:1:1)', ''],
])('has the line of the plugin that threw: %s', (_, frames, place) => {
  const thrown = new Error('no such tensor');
  thrown.stack = `Error: no such tensor\n    ${frames}`;
  expect(thrownText(thrown)).toBe(`no such tensor${place}`);
});

it('has no place for what is no error, or says where already', () => {
  expect(thrownText(coded('model_missing'))).toBe('test: expected it, got none');
  expect(thrownText('text')).toBe('text');
});
