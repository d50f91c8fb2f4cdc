/** The live picture of a camera for its owner: what was seen in a frame, and the frame itself. Nothing is stored. */

import { Type } from 'typebox';
import type { JudgedBox } from '../../../engine/zones/tally.ts';
import { BytesBody } from '../../http/message.ts';
import { problem } from '../../http/problem.ts';
import { CAMERA_ID } from '../../schemas/operator/camera.ts';
import { LOOK_ANSWER, PICTURE } from '../../schemas/operator/look.ts';
import type { Route } from '../route.ts';
import { operatorRoute } from './operator-route.ts';
import { cameraOf, instant, noCamera, type OperatorParts } from './parts.ts';

/** Longest wait for a picture, ms: a page asks again at once. */
const WAIT_MS = 10_000;

export function lookRoutes(parts: OperatorParts): readonly Route[] {
  const { config, status, looks, clock } = parts;
  return [
    operatorRoute({
      method: 'GET',
      path: '/operator/v1/cameras/{camera_id}/look',
      operationId: 'look',
      summary: 'What a camera sees now.',
      description:
        'Waits up to 10 seconds for a picture after `after`. Asking keeps pictures coming for 15 seconds, one a second at most, after all due samples; at most four cameras at once. The boxes are those of the picture `…/look/{frame}.jpg`.',
      errors: ['camera_unknown', 'looks_busy'],
      parameters: {
        path: { camera_id: CAMERA_ID },
        query: {
          after: Type.Integer({ minimum: 0, default: 0, description: 'A frame that is known.' }),
        },
      },
      response: LOOK_ANSWER,
      answer: async ({ owner, path: { camera_id: id }, query: { after }, signal }) => {
        if (cameraOf(config(), owner, id) === null) return noCamera();
        looks.lease(id);
        const picture = await looks.next(id, after, WAIT_MS, signal);
        if (picture === null) {
          const detail = status().cameras.find((camera) => camera.id === id)?.detail ?? null;
          return { status: 200, value: { frame: null, detail } };
        }
        const { frame, takenAtUtcMs, width, height, count, lookMs, detector } = picture;
        const value = {
          frame,
          taken_at: instant(takenAtUtcMs),
          age_ms: Math.max(0, clock.nowUtcMs() - takenAtUtcMs),
          width,
          height,
          count,
          boxes: picture.boxes.map(seenView),
          false_places: picture.falsePlaces.map((box) => [...box]),
          places: looks.places(id).map((box) => [...box]),
          detector,
          ms: lookMs,
        };
        return { status: 200, value };
      },
    }),
    operatorRoute({
      method: 'GET',
      path: '/operator/v1/cameras/{camera_id}/look/{picture}',
      operationId: 'get_look_picture',
      summary: 'The picture of a look.',
      description: 'A JPEG with a mosaic over each ignore zone, for 15 seconds after it was taken.',
      errors: ['camera_unknown', 'picture_gone'],
      parameters: { path: { camera_id: CAMERA_ID, picture: PICTURE }, query: {} },
      response: Type.Unknown(),
      answer: ({ owner, path: { camera_id: id, picture } }) => {
        if (cameraOf(config(), owner, id) === null) return noCamera();
        const held = looks.picture(id, Number.parseInt(picture, 10));
        if (held === null) return problem('picture_gone', 'Pictures are held for 15 seconds.');
        const { buffer, byteOffset, byteLength } = held.jpeg;
        const bytes = Buffer.from(buffer, byteOffset, byteLength);
        return { status: 200, value: new BytesBody('image/jpeg', bytes) };
      },
    }),
  ];
}

/** A person of a picture as the schemas have them. */
export function seenView({ box, score, posture, feet }: JudgedBox) {
  return {
    box: [...box],
    score,
    ...(posture !== undefined && { posture }),
    ...(feet !== undefined && { feet: [...feet] }),
  };
}
