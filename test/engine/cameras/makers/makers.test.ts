/** The table of makers, and what it is asked for. */

import { describe, expect, it } from 'vitest';
import {
  judgeKeyframes,
  keyframeHint,
  MAKERS,
  makerCalled,
  makerOfAddress,
  makerOfPath,
  otherPathHint,
} from '../../../../engine/cameras/makers.ts';
import { redactText } from '../../../../runtime/log/redaction.ts';

describe.each(MAKERS)('$name', (maker) => {
  it('knows its own paths, which no other has, and its own names', () => {
    // Amcrest sells cameras of Dahua.
    const owner = maker.name === 'Amcrest' ? 'Dahua' : maker.name;
    for (const path of [maker.main, maker.sub])
      if (path !== undefined) expect(makerOfPath(path)?.name).toBe(owner);
    for (const name of [maker.name, ...(maker.alsoSoldAs ?? [])])
      expect(makerCalled(name)).not.toBeNull();
  });

  it('has hints that stay whole where secrets are hidden', () => {
    const hints = [
      keyframeHint(maker),
      otherPathHint('/x', [maker.name]),
      otherPathHint(maker.sub ?? '/x', [maker.name]),
    ];
    for (const hint of hints) expect(redactText(hint)).toBe(hint);
  });
});

it.each([
  ['HIKVISION%20DS-2CD2043', 'Hikvision'],
  ['IP Camera(C6543)', 'Hikvision'],
  ['Login to 4C03A5BPAG12345', 'Dahua'],
  ['Amcrest IP5M on Dahua', 'Amcrest'],
  ['AXIS_ACCC8E012345', 'Axis'],
  ['GStreamer RTSP server', null],
  ['', null],
])('a camera that calls itself "%s" is of %s', (text, name) => {
  expect(makerCalled(text)?.name ?? null).toBe(name);
});

it.each([
  ['rtsp://a:b@192.0.2.1/Streaming/Channels/101', 'Hikvision'],
  ['rtsp://192.0.2.1:554/cam/realmonitor?channel=1&subtype=0', 'Dahua'],
  ['rtsp://192.0.2.1/unicast/c3/s1/live', 'Uniview'],
  ['rtsp://192.0.2.1/stream1', 'TP-Link'],
  ['rtsp://192.0.2.1/hall', null],
  ['scene:studio', null],
  ['/Streaming/Channels/101.mp4', null],
])('%s is of %s', (address, name) => {
  expect(makerOfAddress(address)?.name ?? null).toBe(name);
});

it.each([
  ['/h264', ['IP Camera(C1)'], 'it looks like a camera of Hikvision: try /Streaming/Channels/102'],
  ['/Streaming/Channels/1', [], 'it looks like a camera of Hikvision: try /Streaming/Channels/102'],
  ['/Preview_01_sub', [], /its main stream is \/Preview_01_main; RTSP is off at first/],
  ['/live', ['Vivotek'], /of Vivotek: the names of its streams are under Network/],
  ['/hall', ['GStreamer RTSP server'], /\/Streaming\/Channels\/102 \(Hikvision\).*camera find/],
])('a path that is not there: %s of %j', (path, calls, hint) => {
  expect(otherPathHint(path, calls)).toMatch(hint);
});

it.each([
  [[1_000, 1_040, 990], 'good'],
  [[4_900, 4_900], 'good'],
  [[8_000], 'long'],
  [[1_000, 4_000, 9_000], 'stretching'],
  [[1_000, 2_000], 'good'],
  [[], 'long'],
])('keyframes %j apart are %s', (gapsMs, judged) => {
  expect(judgeKeyframes(gapsMs, 10_000, 5_000)).toBe(judged);
});
