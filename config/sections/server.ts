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

const HOST_NAME = Type.String({
  description: 'A name of the service, without a port.',
  pattern: '^[A-Za-z0-9]([A-Za-z0-9._-]{0,251}[A-Za-z0-9])?$',
  'x-expected': 'a host name without a port such as turnout.lan',
});

const ORIGIN = Type.String({
  description: 'Where pages come from, as browsers write it.',
  pattern: '^[a-z][a-z0-9+.-]{0,31}://[^\\s/?#@]{1,255}$',
  'x-expected': 'an origin such as https://app.example, without a slash at its end',
});

export const SERVER = Type.Object(
  {
    host: defaulted(
      Type.String({
        description:
          'Address to listen on. 127.0.0.1 answers this computer only; 0.0.0.0 or :: answers every computer that can reach it. The environment variable `HOST` overrides it.',
        pattern: '^[A-Za-z0-9.:_-]{1,255}$',
        default: '127.0.0.1',
        'x-expected': 'an IP address or a host name',
      }),
    ),
    port: defaulted(
      Type.Integer({
        description:
          'Port to listen on; 0 takes any free one. The environment variable `PORT` overrides it.',
        minimum: 0,
        maximum: 65_535,
        default: 8080,
      }),
    ),
    backing: defaulted(
      Type.Enum(['auto', 'native', 'node'], {
        default: 'auto',
        description:
          'The HTTP server. `native` is uWebSockets.js, about twice as fast; it accepts no bodies in chunks. `node` is node:http, which reads strictly by the standard. `auto` is the best native build that loads, or else node:http; `turnout doctor` names it.',
      }),
    ),
    public_url: Type.Optional(
      Type.String({
        description:
          'The public address of the service, for documents and examples: that of the reverse proxy. Default: the address it listens on. The `Host` of a request is never trusted.',
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
          'Proxies in front of the program: addresses and CIDR blocks whose `X-Forwarded-For` is trusted, from its right end to the first address that is not among them. Default: none, and the other end of the connection is the client. Without it all clients behind a proxy share one address and its limits.',
      }),
    ),
    allowed_hosts: defaulted(
      Type.Array(HOST_NAME, {
        maxItems: 64,
        default: [],
        examples: [['turnout.lan']],
        description:
          'Further names under which people open the pages, and programs reach `/operator` and `/mcp`. This computer, private addresses, names of a local network (without a dot, or ending in `.local`, `.lan`, `.home`, `.internal`, `.localdomain` or `.home.arpa`) and the host of `public_url` always may. Any other name is refused with 421 (`/mcp`: 403), since a website could have pointed its own name at this computer.',
      }),
    ),
    allowed_origins: defaulted(
      Type.Array(ORIGIN, {
        maxItems: 64,
        default: [],
        examples: [['https://app.example']],
        description:
          'Further origins whose pages may ask `/mcp`. Pages of this computer and of the names of the service always may; where `public_url` is https, all pages may: they have only the token that they bring.',
      }),
    ),
    probe_local: defaulted(
      Type.Boolean({
        default: false,
        description:
          'Whether owners may give addresses of this computer (127.0.0.1, localhost) to cameras, feeds and the search for cameras on pages and over HTTP: for a recorder or media server on the same computer. Commands, and addresses that you write into this file by hand, always may. Link-local addresses are refused over HTTP in any case. Taken up when the file is saved.',
      }),
    ),
  },
  {
    additionalProperties: false,
    default: {},
    description: 'Where the program listens. Read at the start, unless a key says otherwise.',
  },
);
