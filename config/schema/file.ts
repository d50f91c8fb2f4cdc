/** The whole file: every section in one schema. The order here is the order of the reference. */

import { type Static, Type } from 'typebox';
import { DETECTORS, SAMPLING } from './camera.ts';
import { choice, duration, entry, flag, list, section, size, text, whole } from './field.ts';
import { GYM } from './gym.ts';

const PROXY = text({
  description: 'Address of a proxy, or a CIDR block of them.',
  maxLength: 64,
  minLength: 1,
  'x-form': 'network',
  'x-expected': 'an IP address or a CIDR block such as 10.0.0.0/8',
});

const HOST_NAME = text({
  description: 'A name of the service, without a port.',
  pattern: '^[A-Za-z0-9]([A-Za-z0-9._-]{0,251}[A-Za-z0-9])?$',
  'x-expected': 'a host name without a port such as turnout.lan',
});

const ORIGIN = text({
  description: 'Where pages come from, as browsers write it.',
  pattern: '^[a-z][a-z0-9+.-]{0,31}://[^\\s/?#@]{1,255}$',
  'x-expected': 'an origin such as https://app.example, without a slash at its end',
});

const SERVER = section(
  'Where the program listens. Read at the start, unless a key says otherwise.',
  {
    host: text({
      description:
        'Address to listen on. 127.0.0.1 answers this computer only; 0.0.0.0 or :: answers every computer that can reach it. The environment variable `HOST` overrides it.',
      pattern: '^[A-Za-z0-9.:_-]{1,255}$',
      default: '127.0.0.1',
      'x-expected': 'an IP address or a host name',
    }),
    port: whole(0, 65_535, {
      default: 8080,
      description:
        'Port to listen on; 0 takes any free one. The environment variable `PORT` overrides it.',
    }),
    backing: choice(['auto', 'native', 'node'], {
      default: 'auto',
      description:
        'The HTTP server. `native` is uWebSockets.js, about twice as fast; it accepts no bodies in chunks. `node` is node:http, which reads strictly by the standard. `auto` is the best native build that loads, or else node:http; `turnout doctor` names it.',
    }),
    public_url: Type.Optional(
      text({
        description:
          'The public address of the service, for documents and examples: that of the reverse proxy. Default: the address it listens on. The `Host` of a request is never trusted.',
        pattern: '^https?://[^\\s/?#@]{1,255}(/[^\\s?#]{0,255})?$',
        examples: ['https://turnout.example'],
        'x-expected': 'an http:// or https:// address without user, query or fragment',
      }),
    ),
    trust_proxy: list(PROXY, {
      maxItems: 64,
      default: [],
      examples: [['127.0.0.1', '10.0.0.0/8']],
      description:
        'Proxies in front of the program: addresses and CIDR blocks whose `X-Forwarded-For` is trusted, from its right end to the first address that is not among them. Default: none, and the other end of the connection is the client. Without it all clients behind a proxy share one address and its limits.',
    }),
    allowed_hosts: list(HOST_NAME, {
      maxItems: 64,
      default: [],
      examples: [['turnout.lan']],
      description:
        'Further names under which people open the pages, and programs reach `/operator` and `/mcp`. This computer, private addresses, names of a local network (without a dot, or ending in `.local`, `.lan`, `.home`, `.internal`, `.localdomain` or `.home.arpa`) and the host of `public_url` always may. Any other name is refused with 421 (`/mcp`: 403), since a website could have pointed its own name at this computer.',
    }),
    allowed_origins: list(ORIGIN, {
      maxItems: 64,
      default: [],
      examples: [['https://app.example']],
      description:
        'Further origins whose pages may ask `/mcp`. Pages of this computer and of the names of the service always may; where `public_url` is https, all pages may: they have only the token that they bring.',
    }),
    probe_local: flag({
      default: false,
      description:
        'Whether owners may give addresses of this computer (127.0.0.1, localhost) to cameras, feeds and the search for cameras on pages and over HTTP: for a recorder or media server on the same computer. Commands, and addresses that you write into this file by hand, always may. Link-local addresses are refused over HTTP in any case. Taken up when the file is saved.',
    }),
  },
);

/** How much keys may ask, and how free keys are given out. */
export const ACCESS = section(
  'The limits of keys, and of making free keys. Limits are read at the start.',
  {
    key_requests_per_second: whole(1, 1_000_000, {
      default: 20,
      description: 'Requests a second of one key, with bursts of the same size.',
    }),
    address_requests_per_second: whole(1, 1_000_000, {
      default: 50,
      description:
        'Requests a second of one address, for all its keys, with bursts of the same size. IPv6 addresses are counted by their first 64 bits. Behind a proxy see `server.trust_proxy`.',
    }),
    free_lookups: whole(1, 1_000_000, {
      default: 100,
      description: 'Lookups of a new free key.',
    }),
    free_keys_per_minute: whole(1, 1_000, {
      default: 5,
      description: 'Free keys that one address may have in a minute.',
    }),
    free_keys_per_day: whole(1, 100_000, {
      default: 50,
      description: 'Free keys that one address may have in a day; a start resets the count.',
    }),
    free_keys_per_day_in_all: whole(1, 100_000, {
      default: 1_000,
      description:
        'Free keys that all addresses together may have in a day: every key uses memory, and a caller with many addresses could fill it. A start resets the count.',
    }),
  },
);

/** Who reads questions in words that the grammar does not understand. */
const MODEL = entry(
  'A language model that reads the questions which the grammar does not understand, about gyms of this configuration. It gets the question, the names of trainers, classes and rooms that the caller may see, and the date. It gets no figure: it returns a query, which is checked and answered like any other. `_meta.read_by` of an answer is `model` then. Default: none, and nothing leaves the computer.',
  {
    url: text({
      description:
        'Base address of an OpenAI-compatible endpoint; `/chat/completions` is added. It may be on this computer (Ollama, llama.cpp, vLLM) or outside. Never shown in logs, errors or answers.',
      minLength: 1,
      maxLength: 2048,
      pattern: '^https?://[^\\s/]',
      examples: ['http://127.0.0.1:11434/v1'],
      'x-secret': true,
      'x-expected': 'an address that starts with http:// or https://',
    }),
    name: text({
      description: 'Name of the model, as the endpoint knows it.',
      minLength: 1,
      maxLength: 200,
      examples: ['qwen2.5:7b-instruct'],
    }),
    api_key: Type.Optional(
      text({
        description:
          'Sent as `Authorization: Bearer …`: put it into the environment or into `secrets.env`. Never shown in logs, errors or answers. Default: none is sent.',
        minLength: 1,
        maxLength: 4096,
        // biome-ignore lint/suspicious/noTemplateCurlyInString: as the file has it
        examples: ['${MODEL_KEY}'],
        'x-secret': true,
      }),
    ),
  },
);

/** How long counts are stored. Pictures are never kept at all. */
const RETENTION = section('How long counts are stored.', {
  samples: duration('1d..2y', {
    default: '30d',
    description: 'How long each single count is stored. A year is 365 days.',
  }),
  minutes: duration('30d..20y', {
    default: '5y',
    description: 'How long the counts of each minute are stored.',
  }),
});

const PRIVACY = section('What is left out of files and off the wall. See docs/privacy.', {
  small_counts: choice(['show', 'hide'], {
    default: 'show',
    description:
      'With `hide`, one or two people are written as 3 in CSV and schedule files, in the report of a week and on the wall, so that no single person stands out. Classes and rooms with fewer than three places have no count there. Other pages and answers are exact.',
  }),
});

const BACKUP = entry(
  'Where the server puts a backup of its data, and how often. Without it there is none but those of `turnout backup`.',
  {
    to: text({
      description:
        'The folder that backups go into, relative to this file. It must be there: a disk that is not mounted is a fault, not a new folder. Best on another disk.',
      minLength: 1,
      maxLength: 1024,
      'x-path': 'path',
    }),
    every: duration('1h..31d', {
      default: '1d',
      description: 'Time from one backup to the next.',
    }),
    keep: whole(1, 1000, {
      default: 14,
      description: 'How many backups stay in the folder; older ones are deleted.',
    }),
  },
);

const LIMITS = section('How much of the computer the program may use. Read at the start.', {
  memory: Type.Optional(
    size('256MB..1000GB', {
      description:
        'Maximum memory of the program and the processes of its detector plugins together. A plugin that uses more than half of it, or the largest plugin when all of it is used, is ended and charged. If no plugin is the cause, the workers are started again. Without it: half of the memory of the computer or of the container, at least 1GB.',
    }),
  ),
});

const LOG = section('How much is logged. Read at the start.', {
  level: choice(['debug', 'info', 'warn', 'error'], {
    default: 'info',
    description: 'Lowest level of lines that are written.',
  }),
});

export const CONFIG_FILE = entry('Configuration of Turnout.', {
  gyms: list(GYM, {
    minItems: 1,
    maxItems: 64,
    description: 'The gyms with their rooms and cameras.',
  }),
  detectors: DETECTORS,
  sampling: SAMPLING,
  server: SERVER,
  access: ACCESS,
  ask: section('How questions in words are read.', { model: Type.Optional(MODEL) }),
  retention: RETENTION,
  privacy: PRIVACY,
  backup: Type.Optional(BACKUP),
  limits: LIMITS,
  log: LOG,
});

/** The file as it is read: snake_case, units in texts, defaults put in. */
export type ConfigFile = Static<typeof CONFIG_FILE>;
