import {
  AVERROR_HTTP_FORBIDDEN,
  AVERROR_HTTP_NOT_FOUND,
  AVERROR_HTTP_SERVER_ERROR,
  AVERROR_HTTP_UNAUTHORIZED,
  AVERROR_INVALIDDATA,
  AVERROR_STREAM_NOT_FOUND,
} from 'node-av/constants';
import { expect, it } from 'vitest';
import { libavFault } from '../../../../engine/cameras/libav/input.ts';

it.each([
  [AVERROR_HTTP_UNAUTHORIZED, 'camera_unauthorized'],
  [AVERROR_HTTP_FORBIDDEN, 'camera_unauthorized'],
  [AVERROR_HTTP_NOT_FOUND, 'camera_not_found'],
  [AVERROR_HTTP_SERVER_ERROR, 'camera_refused'],
  [AVERROR_STREAM_NOT_FOUND, 'camera_no_video_track'],
  [AVERROR_INVALIDDATA, 'camera_not_video'],
  [-111, 'camera_refused'],
  [-113, 'camera_unreachable'],
  [-110, 'camera_timeout'],
  [-12345, 'camera_not_video'],
])('a libav error number %i is %s', (errorNumber, code) => {
  expect(libavFault(errorNumber).code).toBe(code);
});
