/** Server: where the program listens. */

import { Type } from 'typebox';
import { defaulted } from './field.ts';

export const SERVER = Type.Object(
  {
    host: defaulted(
      Type.String({
        description:
          'Address to listen on. 127.0.0.1 answers this computer only; 0.0.0.0 or :: everybody who can reach it. The environment variable `HOST` goes before it.',
        pattern: '^[A-Za-z0-9.:_-]{1,255}$',
        default: '127.0.0.1',
        'x-expected': 'an IP address or a host name',
      }),
    ),
    port: defaulted(
      Type.Integer({
        description:
          'Port to listen on; 0 takes any free one. The environment variable `PORT` goes before it.',
        minimum: 0,
        maximum: 65_535,
        default: 8080,
      }),
    ),
    public_url: Type.Optional(
      Type.String({
        description:
          'How the service is known outside, for documents and examples: the address of the reverse proxy. Default: as it listens. The `Host` of a request is never believed.',
        pattern: '^https?://[^\\s/?#@]{1,255}(/[^\\s?#]{0,255})?$',
        examples: ['https://turnout.example'],
        'x-expected': 'an http:// or https:// address without user, query or fragment',
      }),
    ),
  },
  {
    additionalProperties: false,
    default: {},
    description: 'Where the program listens. Read at the start.',
  },
);
