/** Cameras that were found, for the operator API. Their addresses are never part of an answer. */

import { Type } from 'typebox';
import { closed, nullable } from '../../../gym/reports/fields/field.ts';
import { MAX_ASKED } from '../../../service/operator/devices/finds.ts';

export const FIND_REQUEST = Type.Object(
  {
    ranges: Type.Array(Type.String({ minLength: 7, maxLength: 18 }), {
      minItems: 1,
      maxItems: 8,
      description: `Addresses of your own network, such as \`192.168.1.0/24\`; ${MAX_ASKED} in all at most.`,
    }),
    user: Type.Optional(Type.String({ maxLength: 200, description: 'As the cameras know it.' })),
    password: Type.Optional(
      Type.String({
        maxLength: 200,
        description: 'Login to ask cameras that speak ONVIF for their streams. Not stored.',
      }),
    ),
    rtsp_port: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 65_535, default: 554, description: 'Port of RTSP.' }),
    ),
  },
  { ...closed, title: 'FindRequest', description: 'Where to look for cameras.' },
);

const STREAM = Type.Object(
  {
    name: Type.String({ description: 'As the camera calls it.' }),
    codec: nullable(Type.String()),
    width: nullable(Type.Integer({ description: 'px' })),
    height: nullable(Type.Integer({ description: 'px' })),
    keyframe_ms: nullable(Type.Number({ description: 'Time between keyframes as it is set, ms.' })),
    is_best: Type.Boolean({ description: 'Whether it is the one that is taken.' }),
  },
  { ...closed, title: 'FoundStream', description: 'A stream that the camera tells of.' },
);

const FOUND = Type.Object(
  {
    id: Type.String({
      description:
        'Stands for its address in `address.found` of a probe and of a new camera, for 15 minutes.',
    }),
    maker: nullable(Type.String({ description: 'Null if not known.' })),
    name: nullable(Type.String({ description: 'What it calls itself; null if it does not say.' })),
    answers: Type.Array(Type.Enum(['rtsp', 'onvif']), { description: 'What it speaks.' }),
    cameras: Type.Array(Type.String(), { description: 'Ids of cameras of the gym at this place.' }),
    needs: Type.Enum(['nothing', 'login', 'path'], {
      description:
        'What is missing to know its stream: `login`: it tells its streams to a user and password alone; `path`: type `address.path`.',
    }),
    streams: Type.Array(STREAM),
    notes: Type.Array(Type.String(), { description: 'What to know, and what to change.' }),
  },
  {
    ...closed,
    title: 'FoundCamera',
    description: 'A camera that answered. It has no address here.',
  },
);

export const FIND_ANSWER = Type.Object(
  {
    asked: Type.Integer({ description: 'Addresses that were asked.' }),
    cameras: Type.Array(FOUND),
  },
  { ...closed, title: 'FindAnswer', description: 'What answered.' },
);
