import { describe, expect, it } from 'vitest';
import {
  type Config,
  diffCameras,
  parseConfig,
  readEnvironment,
} from '../../../engine/config/index.ts';

const ENVIRONMENT = readEnvironment({});

function config(rooms: readonly (readonly string[])[], more = ''): Config {
  const text = rooms.map(
    (cameras, at) => `
      - id: room-${at}
        cameras: [${cameras.map((camera) => `{${camera}}`).join(', ')}]`,
  );
  const head = 'gyms:\n  - id: main\n    timezone: UTC\n    rooms:';
  return parseConfig(`${head}${text.join('')}\n${more}`, 'turnout.yaml', ENVIRONMENT);
}

function ids(before: Config, after: Config) {
  const { added, changed, removed } = diffCameras(before, after);
  return {
    added: added.map(({ camera }) => camera.id),
    changed: changed.map((change) => [change.after.camera.id, change.isStreamChanged]),
    removed: removed.map(({ camera }) => camera.id),
  };
}

const A = 'id: a, url: "scene:a"';
const B = 'id: b, url: "scene:b"';
const NONE = { added: [], changed: [], removed: [] };

describe('the difference of two configurations', () => {
  it.each<[string, string[][], string[][], object]>([
    ['nothing', [[A, B]], [[A, B]], {}],
    ['another order', [[A, B]], [[B, A]], {}],
    ['a new camera', [[A]], [[A, B]], { added: ['b'] }],
    ['a camera that is gone', [[A, B]], [[B]], { removed: ['a'] }],
    ['another address', [[A, B]], [['id: a, url: "scene:c"', B]], { changed: [['a', true]] }],
    ['another transport', [[A]], [[`${A}, transport: udp`]], { changed: [['a', true]] }],
    [
      'another period',
      [[A, B]],
      [[`${A}, sampling: {class_period: 1s}`, B]],
      { changed: [['a', false]] },
    ],
    ['another room', [[A, B], []], [[B], [A]], { changed: [['a', false]] }],
    ['a camera switched off', [[A, B]], [[`${A}, enabled: false`, B]], { removed: ['a'] }],
    ['a camera switched on', [[`${A}, enabled: false`, B]], [[A, B]], { added: ['a'] }],
    [
      'a change of one that is off',
      [[`${A}, enabled: false`]],
      [['id: a, url: "scene:c", enabled: false']],
      {},
    ],
    ['another id', [[A]], [['id: c, url: "scene:a"']], { added: ['c'], removed: ['a'] }],
  ])('by %s touches no other camera', (_, before, after, expected) => {
    expect(ids(config(before), config(after))).toEqual({ ...NONE, ...expected });
  });

  it('by general periods changes only cameras without periods of their own', () => {
    const own = `${A}, sampling: {class_period: 2s, idle_period: 9s}`;
    const before = config([[own, B]]);
    const after = config([[own, B]], 'sampling: {class_period: 1s}');
    expect(ids(before, after)).toEqual({ ...NONE, changed: [['b', false]] });
  });

  it('by things that no camera carries changes none', () => {
    expect(
      ids(config([[A]]), config([[A]], 'server: {port: 1}\nretention: {samples: 9d}')),
    ).toEqual(NONE);
  });
});
