/** The address of a scene: everything is understood or refused, nothing is guessed. */

import { describe, expect, it } from 'vitest';
import { parseSceneUrl } from '../../../../engine/pictures/scene/spec.ts';
import { isTurnoutError } from '../../../../errors.ts';

describe('the address of a scene', () => {
  it('needs nothing but the room', () => {
    expect(parseSceneUrl('scene:yoga')).toEqual({
      room: 'yoga',
      seed: 1,
      difficulty: 'normal',
      people: 10,
      size: { width: 640, height: 360 },
      periodMin: 60,
      epochMs: 0,
    });
  });

  it('takes every parameter', () => {
    const url =
      'scene:spin?seed=7&difficulty=hard&people=12&size=1280x720&period_min=20&epoch=1700';
    expect(parseSceneUrl(url)).toEqual({
      room: 'spin',
      seed: 7,
      difficulty: 'hard',
      people: 12,
      size: { width: 1280, height: 720 },
      periodMin: 20,
      epochMs: 1_700_000,
    });
  });

  it.each([
    ['scene:sudio', 'did you mean studio', 'a room that does not exist'],
    ['scene:studio?peple=3', 'did you mean people', 'an unknown parameter'],
    ['scene:studio?difficulty=nomal', 'did you mean normal', 'an unknown level'],
    ['scene:studio?people=41', '0..40', 'more people than fit'],
    ['scene:studio?people=-1', '0..40', 'fewer than none'],
    ['scene:studio?people=1e1', '0..40', 'another way to write numbers'],
    ['scene:studio?people=', 'got nothing', 'no number'],
    ['scene:studio?people', 'people=value', 'no value'],
    ['scene:studio?seed=1&seed=2', 'seed once', 'twice the same'],
    ['scene:studio?seed=4294967296', '4294967295', 'a seed above 32 bits'],
    ['scene:studio?size=10x10', '160x90', 'too small a picture'],
    ['scene:studio?size=4000x2000', '1920x1080', 'too large a picture'],
    ['scene:studio?size=640', 'WIDTHxHEIGHT', 'a size with one side'],
    ['scene:studio?period_min=5', '10..240', 'classes that are too short'],
    ['scene:studio?a=1?b=2', 'scene:ROOM', 'two question marks'],
    ['rtsp://camera/', 'scene:ROOM', 'another kind of address'],
  ])('refuses %s (%s): %s', (url, part) => {
    const parse = () => parseSceneUrl(url);
    expect(parse).toThrow(part);
    try {
      parse();
    } catch (error) {
      expect(isTurnoutError(error, 'config_invalid')).toBe(true);
    }
  });

  it.each(['scene:strength', 'scene:kitchen', 'scene:studio?colour=red'])(
    'names the known words for %s, and guesses none that is not near',
    (url) => {
      expect(() => parseSceneUrl(url)).toThrow(/expected .*one of .*, got \w+$/);
    },
  );
});
