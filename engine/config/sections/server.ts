/** Server: where the program listens. */

import { Type } from 'typebox';
import { defaulted } from './field.ts';

const NETWORK = Type.String({
  description: 'Address of a proxy, or a CIDR block of them.',
  maxLength: 64,
  minLength: 1,
  'x-form': 'network',
  'x-expected': 'an IP address or a CIDR block such as 10.0.0.0/8',
});

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
    trust_proxy: defaulted(
      Type.Array(NETWORK, {
        maxItems: 64,
        default: [],
        examples: [['127.0.0.1', '10.0.0.0/8']],
        description:
          'Proxies before the program: addresses and CIDR blocks whose `X-Forwarded-For` is believed, from its right end up to the first address that is not among them. Default: none, and the other end of the connection is the client. Without it everybody behind a proxy shares one address and its limits.',
      }),
    ),
  },
  {
    additionalProperties: false,
    default: {},
    description: 'Where the program listens. Read at the start.',
  },
);
