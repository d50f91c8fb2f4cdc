import { expect, it } from 'vitest';
import { chooseBacking, type NativeBuild, nativeBuilds } from '../../../api/http/backing.ts';

const BUILD = { name: 'uWebSockets.js 20.57.0', uws: {} } as NativeBuild;
const none = () => null;
const one = () => BUILD;

it.each([
  ['auto', one, BUILD.name],
  ['auto', none, null],
  ['node', one, null],
  ['native', one, BUILD.name],
] as const)(
  'server.backing %s is the native build where it is wanted and loads',
  (wanted, load, name) => {
    expect(chooseBacking(wanted, load).build).toBe(name);
  },
);

it('server.backing native is one error where none loads', () => {
  expect(() => chooseBacking('native', none)).toThrow(
    /^server\.backing: expected a native build of uWebSockets\.js, got none that loads with Node [\d.]+ here; /,
  );
});

it('native builds are native code, never an imitation of it', () => {
  for (const { uws } of nativeBuilds()) expect(String(uws.App)).toContain('[native code]');
});
