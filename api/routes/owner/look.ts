/** The live picture of a camera: what was seen in a frame, and the frame itself. Nothing is stored. */

import { Type } from 'typebox';
import type { JudgedBox } from '../../../engine/zones.ts';
import { instant, wire } from '../../../runtime/wire.ts';
import { BytesBody } from '../../http/message.ts';
import { cameraOf, refuse } from './call.ts';
import { row } from './row.ts';

/** Longest wait for a picture, ms: a page asks again at once. */
const WAIT_MS = 10_000;

export const LOOK = [
  row(
    'GET /cameras/{camera_id}/look',
    'What a camera sees now. Waits up to 10 seconds for a picture after the frame `after`. Asking keeps pictures coming for 15 seconds, one a second at most, after all due samples; at most four cameras at once. The boxes are those of the picture `…/look/{frame}.jpg`. Without a picture `frame` is null.',
    { query: { after: Type.Integer({ minimum: 0, default: 0 }) } },
    async (call) => {
      const { status, looks, clock } = call.app;
      const { id } = cameraOf(call, call.path.camera_id).camera;
      looks.lease(id);
      const picture = await looks.next(id, call.query.after, WAIT_MS, call.signal);
      if (picture === null) {
        const detail = status().cameras.find((camera) => camera.id === id)?.detail ?? null;
        return { frame: null, detail };
      }
      return {
        frame: picture.frame,
        taken_at: instant(picture.takenAtUtcMs),
        age_ms: Math.max(0, clock.nowUtcMs() - picture.takenAtUtcMs),
        ...wire(picture, 'width', 'height', 'count'),
        boxes: picture.boxes.map(seenView),
        ...wire(picture, 'falsePlaces'),
        places: looks.places(id),
        detector: picture.detector,
        ms: picture.lookMs,
      };
    },
  ),
  row(
    'GET /cameras/{camera_id}/look/{picture}',
    'The picture of a look: a JPEG with a mosaic over each ignore zone, for 15 seconds after it was taken.',
    {},
    (call) => {
      const { id } = cameraOf(call, call.path.camera_id).camera;
      const held = call.app.looks.picture(id, Number.parseInt(call.path.picture, 10));
      if (held === null) return refuse('picture_gone', 'Pictures are held for 15 seconds.');
      const { buffer, byteOffset, byteLength } = held.jpeg;
      return new BytesBody('image/jpeg', Buffer.from(buffer, byteOffset, byteLength));
    },
  ),
];

/** A person of a picture, counted or not. */
export function seenView({ box, score, posture, feet }: JudgedBox) {
  return { box, score, ...(posture !== undefined && { posture }), ...(feet && { feet }) };
}
