/** The whole file: every section in one schema. The order here is the order of the reference. */

import { type Static, Type } from 'typebox';
import { DETECTORS, SAMPLING } from './camera.ts';
import {
  choice,
  duration,
  entry,
  flag,
  formed,
  like,
  line,
  list,
  optional,
  secret,
  section,
  size,
  webAddress,
  whole,
} from './field.ts';
import { GYM } from './gym.ts';
import { MAIL, MQTT } from './notify.ts';

const PROXY = line(64, {
  'x-form': 'network',
  'x-expected': 'an IP address or a CIDR block such as 10.0.0.0/8',
})`Address of a proxy, or a CIDR block of them.`;

const HOST_NAME = formed(
  '^[A-Za-z0-9]([A-Za-z0-9._-]{0,251}[A-Za-z0-9])?$',
  'a host name without a port such as turnout.lan',
)`A name of the service, without a port.`;

const ORIGIN = formed(
  '^[a-z][a-z0-9+.-]{0,31}://[^\\s/?#@]{1,255}$',
  'an origin such as https://app.example, without a slash at its end',
)`Where pages come from, as browsers write it.`;

const LISTEN_ON = formed('^[A-Za-z0-9.:_-]{1,255}$', 'an IP address or a host name', {
  default: '127.0.0.1',
});

const PUBLIC_URL = formed(
  '^https?://[^\\s/?#@]{1,255}(/[^\\s?#]{0,255})?$',
  'an http:// or https:// address without user, query or fragment',
);

const SERVER = section({
  host: LISTEN_ON`
    Address to listen on: 127.0.0.1 answers this computer only, 0.0.0.0 or :: any that can reach it. The variable \`HOST\` overrides it.`,
  port: whole(0, 65_535, 8080)`
    Port to listen on; 0 takes any free one. The variable \`PORT\` overrides it.`,
  backing: choice(['auto', 'native', 'node'], 'auto')`
    The HTTP server. \`native\` is uWebSockets.js, about twice as fast; it accepts no bodies in chunks. \`node\` is node:http, which reads strictly by the standard. \`auto\` is the best native build that loads, or else node:http; \`turnout doctor\` names it.`,
  public_url: optional(like(PUBLIC_URL, 'https://turnout.example'))`
    Public address for documents and examples: that of the reverse proxy. Default: where it listens. \`Host\` is never trusted.`,
  trust_proxy: like(list(PROXY, 64), ['127.0.0.1', '10.0.0.0/8'])`
    Proxies in front of the program: addresses and CIDR blocks whose \`X-Forwarded-For\` is trusted, from its right end to the first address that is not among them. Without it all clients behind a proxy share one address and its limits.`,
  allowed_hosts: like(list(HOST_NAME, 64), ['turnout.lan'])`
    Further names for the pages, \`/operator\` and \`/mcp\`. This computer, private addresses, local names (no dot, or in \`.local\`, \`.lan\`, \`.home\`, \`.internal\`, \`.localdomain\`, \`.home.arpa\`) and the host of \`public_url\` always may. Others get 421 (\`/mcp\`: 403).`,
  allowed_origins: like(list(ORIGIN, 64), ['https://app.example'])`
    Further origins whose pages may ask \`/mcp\`. Pages of this computer and of the names of the service always may; where \`public_url\` is https, all pages may: they have only the token that they bring.`,
  probe_local: flag(false)`
    Whether owners may give addresses of this computer to cameras and feeds on pages and over HTTP: for a recorder on the same computer. Commands and this file always may; link-local addresses never. Taken up when the file is saved.`,
})`Where the program listens. Read at the start, unless a key says otherwise.`;

/** How much keys may ask, and how free keys are given out. */
export const ACCESS = section({
  key_requests_per_second: whole(1, 1_000_000, 20)`
    Requests a second of one key, with bursts of the same size.`,
  address_requests_per_second: whole(1, 1_000_000, 50)`
    Requests a second of one address (IPv6: its first 64 bits), with bursts of the same size. Behind a proxy see \`server.trust_proxy\`.`,
  free_lookups: whole(1, 1_000_000, 100)`Lookups of a new free key.`,
  free_keys_per_minute: whole(1, 1_000, 5)`Free keys that one address may have in a minute.`,
  free_keys_per_day: whole(1, 100_000, 50)`
    Free keys that one address may have in a day; a start resets the count.`,
  free_keys_per_day_in_all: whole(1, 100_000, 1_000)`
    Free keys that all addresses together may have in a day; a start resets the count.`,
})`The limits of keys, and of making free keys. Limits are read at the start.`;

/** Who reads questions in words that the grammar does not understand. */
const MODEL = entry({
  url: like(secret(webAddress), 'http://127.0.0.1:11434/v1')`
    Base address of an OpenAI-compatible endpoint, here (Ollama, llama.cpp, vLLM) or outside; \`/chat/completions\` is added.`,
  name: like(line(200), 'qwen2.5:7b-instruct')`Name of the model, as the endpoint knows it.`,
  api_key: optional(like(secret(line(4096)), `\${MODEL_KEY}`))`
    Sent as \`Authorization: Bearer …\`: put it into the environment or into \`secrets.env\`. Default: none is sent.`,
  timeout: duration('1s..10m', '30s')`
    Longest wait for its whole answer. A small computer needs it.`,
});

const BACKUP = entry({
  to: line(1024, { 'x-path': 'path' })`
    The folder that backups go into, relative to this file. It must be there; best on another disk.`,
  every: duration('1h..31d', '1d')`Time from one backup to the next.`,
  keep: whole(1, 1000, 14)`How many backups stay in the folder; older ones are deleted.`,
});

export const CONFIG_FILE = entry({
  gyms: list(GYM, 64, 1)`The gyms with their rooms and cameras.`,
  detectors: DETECTORS,
  sampling: SAMPLING,
  server: SERVER,
  access: ACCESS,
  ask: section({
    model: optional(MODEL)`
      A language model for questions that the grammar does not understand. It gets the question, the date, and names of trainers, classes and rooms that the caller may see, but no figure. Its query is answered like any other (\`_meta.read_by\`: \`model\`). Default: none, and nothing leaves the computer.`,
  })`How questions in words are read.`,
  /** How long counts are stored. Pictures are never kept at all. */
  retention: section({
    samples: duration('1d..2y', '30d')`
      How long each single count is stored. A year is 365 days.`,
    minutes: duration('30d..20y', '5y')`How long the counts of each minute are stored.`,
  })`How long counts are stored.`,
  privacy: section({
    small_counts: choice(['show', 'hide'], 'show')`
      With \`hide\`, one or two people are written as 3, without imported revenue, in CSV and schedule files, in a week's report and on the wall, so that no one stands out. Classes and rooms with fewer than three places have no count there. Other pages and answers are exact.`,
  })`What is left out of files and off the wall. See docs/privacy.`,
  backup: optional(BACKUP)`
    Where the server puts a backup of its data, and how often. Without it there is none but those of \`turnout backup\`.`,
  mail: Type.Optional(MAIL),
  mqtt: Type.Optional(MQTT),
  limits: section({
    memory: optional(size('256MB..1000GB'))`
      Maximum memory of the program and the processes of its detector plugins together. A plugin that uses more than half of it is ended, and the largest one when all of it is used. Without it: half of the memory, at least 1GB.`,
  })`How much of the computer the program may use. Read at the start.`,
  log: section({
    level: choice(['debug', 'info', 'warn', 'error'], 'info')`
      Lowest level of lines that are written.`,
  })`How much is logged. Read at the start.`,
})`Configuration of Turnout.`;

/** The file as it is read: snake_case, units in texts, defaults put in. */
export type ConfigFile = Static<typeof CONFIG_FILE>;
