/** States in words: one sentence each, for the person who has to do something about the camera. */

import { type ErrorCode, isTurnoutError } from '../../../errors.ts';
import { keyframeHint } from '../makers/hints.ts';
import type { Maker } from '../makers/maker.ts';
import type { CameraReason } from '../state.ts';

/** What is wrong with a picture that comes, and what to do, in the menus of its maker where that is known; null when nothing is. */
export function explainPicture(
  reasons: readonly CameraReason[],
  gopMs: number | null,
  wantedPeriodMs: number,
  maker: Maker | null = null,
): string | null {
  const sentences: Partial<Record<CameraReason, string>> = {
    black: 'the picture is black: uncover the lens, or give the camera light',
    frame_undecodable:
      'its pictures cannot be decoded: check the codec of the stream (H.264, H.265 or MJPEG) and the network',
    frame_too_large: 'its pictures are too large: take a smaller stream of the camera',
    frozen: 'the picture has not changed for a minute although it keeps coming: restart the camera',
    long_gop:
      `a keyframe comes every ${seconds(gopMs ?? 0)}, but one is wanted every ${seconds(wantedPeriodMs)}: ` +
      (maker === null
        ? "shorten the camera's keyframe interval (GOP), and switch off its smart codec"
        : keyframeHint(maker)),
  };
  const said = reasons.map((reason) => sentences[reason] ?? reason);
  return said.length === 0 ? null : said.join('; and ');
}

/** Why a camera waits, from what ended its connection. */
export function explainLoss(
  error: unknown,
  state: 'waiting' | 'unauthorized' | 'failing',
): { readonly code: ErrorCode; readonly detail: string } {
  if (!isTurnoutError(error)) {
    return { code: 'internal_error', detail: 'a fault in Turnout itself; the log has its cause' };
  }
  if (state === 'unauthorized') {
    const why = 'tried again rarely, since cameras lock accounts, and at once with new settings';
    return { code: error.code, detail: `${error.message} (${why})` };
  }
  if (state === 'failing' && error.code !== 'source_unsupported') {
    const why = 'tried again rarely, since the connection keeps breaking soon after it opens';
    return { code: error.code, detail: `${error.message} (${why})` };
  }
  return { code: error.code, detail: error.message };
}

function seconds(ms: number): string {
  return `${Math.round(ms / 100) / 10} s`;
}
