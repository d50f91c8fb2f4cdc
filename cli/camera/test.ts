/** `turnout camera test`: what a camera sends, how many people are seen for ten seconds, and one annotated picture. */

import { accessSync, constants } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Config, type PlacedCamera, placedCameras } from '../../config/config.ts';
import { readEnvironment } from '../../config/environment.ts';
import { nearest } from '../../config/fault.ts';
import { openConfig } from '../../config/load.ts';
import type { Analysis } from '../../engine/analysis/analyze.ts';
import { judgeKeyframes, makerOfAddress } from '../../engine/cameras/makers.ts';
import { TurnoutError } from '../../errors.ts';
import { warningsOf } from '../../service/operator/probe-words.ts';
import {
  ADDRESS,
  checkAddress,
  filledIn,
  isAddress,
  nameOfAddress,
  PASSWORD,
  promptAddress,
  TRANSPORT,
} from '../address.ts';
import { analysisJson, analysisText } from '../analysis-report.ts';
import { countOver, detectorOf } from '../analyze.ts';
import { command, flag, lines } from '../command.ts';

const PICTURE = 'camera-test.png';

export const TEST = command({
  words: 'test <id-or-url>',
  about: 'Connect to a camera, count for ten seconds and write one annotated picture',
  given: [`id of a configured camera, or ${ADDRESS}`],
  flags: [
    flag('--png <file>', `where to write the picture; default: ${PICTURE} in this folder`),
    TRANSPORT,
  ],
  examples: [
    `turnout camera test 'rtsp://viewer:${PASSWORD}@192.0.2.10/sub'`,
    'turnout camera test -',
  ],
  answer: async (world, options, argument) => {
    const environment = readEnvironment();
    const config = await openConfig(environment);
    const idOrUrl = await promptAddress(argument, world.stderr);
    // Also one that lacks its scheme, which looks like an id.
    checkAddress(filledIn(idOrUrl, environment.variables));
    const placed = isAddress(idOrUrl) ? null : findCamera(config, idOrUrl);
    const camera = placed?.camera ?? null;
    const title = camera?.id ?? nameOfAddress(idOrUrl);
    const url = camera?.url ?? filledIn(idOrUrl, environment.variables);
    const wanted = {
      detector: camera?.detector ?? config.detectors.default,
      ofCamera: camera?.detectorOptions ?? null,
    };
    const detector = await detectorOf(world, wanted, config.detectors);
    const png = resolve(options.png ?? pictureFile());
    const analysis = await countOver(world, {
      url,
      transport: camera?.transport ?? options.transport,
      detector,
      capacity: placed?.roomCapacity ?? null,
      zones: camera?.zones ?? [],
      everyMs: EVERY_MS,
      durationMs: WATCH_MS,
      png,
      title,
    });
    const { gapsMs } = analysis;
    const gopMs = gapsMs.length === 0 ? null : Math.round(Math.min(...gapsMs));
    const periodMs = (camera ?? config).sampling.classPeriodMs;
    const distance = judgeKeyframes(gapsMs, WATCH_MS, periodMs);
    const warnings = warningsOf({ ...analysis, trial: null }, distance, makerOfAddress(url));
    return [
      { ...analysisJson(title, analysis), gop_ms: gopMs, png, warnings },
      lines(
        cameraStreamText(analysis, gopMs),
        analysisText(title, analysis),
        warnings,
        `The picture with the most people is in ${png}.`,
        !hasZone(camera, 'ignore') && IGNORE_ZONE_HINT,
        !hasZone(camera, 'staff') && STAFF_HINT,
      ),
    ];
  },
});

const WATCH_MS = 10_000;

/** Under sudo the user of the service may not write where the person is: no reason to lose the count. */
function pictureFile(): string {
  try {
    accessSync('.', constants.W_OK);
    return PICTURE;
  } catch {
    return join(tmpdir(), PICTURE);
  }
}

/** A count a second: a stream gives them as its keyframes come. */
const EVERY_MS = 1000;

/** For a picture that a person is about to look at. */
const IGNORE_ZONE_HINT = `A box over a mirror, a window, a screen or a rack is no person: add a zone below the camera in turnout.yaml, its corners [x, y] as parts of the width and height from the top left:
  zones: [{ name: mirror, kind: ignore, polygon: [[0.7, 0], [1, 0], [1, 0.6], [0.7, 0.6]] }]`;

const STAFF_HINT =
  'Reports subtract the trainer: one person in the picture is 0 in the class (attendance.staff in turnout.yaml).';

function hasZone(camera: PlacedCamera['camera'] | null, wanted: 'ignore' | 'staff'): boolean {
  return camera?.zones.some(({ kind }) => kind === wanted) ?? false;
}

function findCamera(config: Config, id: string): PlacedCamera {
  const cameras = placedCameras(config);
  const found = cameras.find(({ camera }) => camera.id === id);
  if (found !== undefined) return found;
  const ids = cameras.map(({ camera }) => camera.id);
  const near = nearest(id, ids);
  throw new TurnoutError('camera_unknown', {
    where: 'camera test',
    expected: 'the id of a configured camera, or an address with its scheme',
    got: id,
    hint:
      near === null
        ? `the configured cameras: ${ids.join(', ') || 'none'}`
        : `did you mean ${near}?`,
  });
}

function cameraStreamText({ stream, frameSize }: Analysis, gopMs: number | null): string {
  const size = frameSize === null ? 'unknown size' : `${frameSize.width} × ${frameSize.height}`;
  const fps = stream.fps === null ? '' : `, ${Math.round(stream.fps)} frames a second`;
  const gop = gopMs === null ? '' : `, a keyframe every ${gopMs / 1000} s`;
  return `Connected: ${stream.codec.toUpperCase()}, ${size}${fps}${gop}.`;
}
