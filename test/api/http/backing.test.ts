import { expect, it } from 'vitest';
import { chooseBacking, type NativeBuild, nativeBuilds } from '../../../api/http/backing.ts';

const BUILD = { name: 'uWebSockets.js 20.57.0', uws: {} } as NativeBuild;
const none = () => null;
const one = () => BUILD;

it('server.backing auto is the native build that loads, else node:http', () => {
  expect(chooseBacking('auto', one).build).toBe(BUILD.name);
  expect(chooseBacking('auto', none).build).toBeNull();
});

it('server.backing node is node:http, whatever loads', () => {
  expect(chooseBacking('node', one).build).toBeNull();
});

it('server.backing native is one error where none loads', () => {
  expect(chooseBacking('native', one).build).toBe(BUILD.name);
  expect(() => chooseBacking('native', none)).toThrow(
    /^server\.backing: expected a native build of uWebSockets\.js, got none that loads with Node [\d.]+ here; /,
  );
});

it('native builds are native code, never an imitation of it', () => {
  for (const { uws } of nativeBuilds()) expect(String(uws.App)).toContain('[native code]');
});
