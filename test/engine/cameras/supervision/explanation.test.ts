import { describe, expect, test } from 'vitest';
import { makerOfAddress } from '../../../../engine/cameras/makers/recognise.ts';
import { explainLoss, explainPicture } from '../../../../engine/cameras/supervision/explanation.ts';
import { TurnoutError } from '../../../../errors.ts';

const error = new TurnoutError('camera_stalled', {
  where: 'camera hall',
  expected: 'a keyframe at regular intervals',
  got: 'none for 20 s',
});

describe('explanation', () => {
  test('a good picture needs none', () => {
    expect(explainPicture([], 2000, 5000)).toBeNull();
  });

  test('says what is wrong with a picture and what to do about it, all in one sentence', () => {
    expect(explainPicture(['frozen', 'long_gop'], 10_040, 5000)).toBe(
      'the picture has not changed for a minute although it keeps coming: restart the camera; and ' +
        'a keyframe comes every 10 s, but one is wanted every 5 s: ' +
        "shorten the camera's keyframe interval (GOP), and switch off its smart codec",
    );
    expect(explainPicture(['black'], null, 5000)).toContain('uncover the lens');
  });

  test('names the menu of the maker where the address has a path of one', () => {
    const maker = makerOfAddress('rtsp://viewer:secret@192.0.2.10/Streaming/Channels/102');
    const said = explainPicture(['long_gop'], 10_040, 5000, maker);
    expect(said).toContain('one is wanted every 5 s: on a camera of Hikvision: Configuration > ');
    expect(said).not.toMatch(/secret|192/);
  });

  test('passes the sentence of a coded error on', () => {
    expect(explainLoss(error, 'waiting')).toEqual({
      code: 'camera_stalled',
      detail: 'camera hall: expected a keyframe at regular intervals, got none for 20 s',
    });
  });

  test.each([
    ['unauthorized', 'lock accounts'],
    ['failing', 'keeps breaking'],
  ] as const)('%s says why it is tried rarely', (state, reason) => {
    expect(explainLoss(error, state).detail).toContain(reason);
  });

  test('an address that no source is for does not break: it never opened', () => {
    const unsupported = new TurnoutError('source_unsupported', error.parts);
    expect(explainLoss(unsupported, 'failing').detail).toBe(unsupported.message);
  });

  test('nothing of an unknown error is shown, since it may hold an address', () => {
    const { code, detail } = explainLoss(new Error('rtsp://user:secret@camera'), 'waiting');
    expect(code).toBe('internal_error');
    expect(detail).not.toContain('secret');
  });
});
