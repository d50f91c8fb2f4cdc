/** How a command gets an address: what a person means by `rtsp://…` as against `class.mp4`, and what an address is called in what is printed. */

import { resolve } from 'node:path';
import { ADDRESS_FORMS, addressFault, queryHidden } from '../config/address.ts';
import { type Environment, hiddenOf, interpolate, type Taken } from '../config/environment.ts';
import { nearest } from '../config/fault.ts';
import type { StreamInfo } from '../engine/cameras/source.ts';
import { sourceFault } from '../engine/cameras/source-fault.ts';
import { createSource } from '../engine/cameras/sources.ts';
import { systemClock } from '../runtime/clock.ts';
import { redactText } from '../runtime/log/redaction.ts';
import { choice, namedFault, usageFault } from './command.ts';

/** Whether a text begins with a scheme. One letter and a colon is a drive of Windows, and so a path. */
export function isAddress(text: string): boolean {
  return /^[a-z][a-z0-9+.-]+:/i.test(text);
}

/** A name for an address: `scene:studio` as it is, and `rtsp camera` where the rest must not be shown. */
export function nameOfAddress(address: string): string {
  if (redactText(address) === address) return address;
  const [scheme = ''] = address.split(':');
  return `${scheme.toLowerCase()} camera`;
}

const CAMERA_ADDRESS = 'address of the camera';

/** Longest address that is read, bytes. */
const MAX_BYTES = 4_096;

/**
 * The address that is meant by an argument: `-` is the first line of `stdin`, where neither the history of a shell nor the
 * list of processes shows its password. Rejects with `usage` where there is none.
 */
export async function givenAddress(
  argument: string,
  stdin: AsyncIterable<Uint8Array>,
): Promise<string> {
  if (argument !== '-') return argument;
  let text = '';
  for await (const bytes of stdin) {
    text += Buffer.from(bytes).toString('utf8');
    if (text.includes('\n') || text.length > MAX_BYTES) break;
  }
  const line = text.split('\n')[0]?.trim() ?? '';
  if (line !== '' && line.length <= MAX_BYTES) return line;
  const expected = `one line of ${MAX_BYTES} characters at most on standard input`;
  throw usageFault(CAMERA_ADDRESS, expected, line === '' ? 'none' : 'more');
}

/** {@link givenAddress} from this process's standard input; a person at a terminal is asked. */
export function promptAddress(argument: string, stderr: NodeJS.WritableStream): Promise<string> {
  if (argument === '-' && process.stdin.isTTY) stderr.write('Address of the camera: ');
  return givenAddress(argument, process.stdin);
}

/** An address as it is, a path from the root: the file may lie in another folder than the command was given in. */
export function absolute(addressOrPath: string): string {
  return isAddress(addressOrPath) ? addressOrPath : resolve(addressOrPath);
}

/** Throws `usage` for an address whose form is wrong, before anything is connected to. No part of it is shown. */
export function checkAddress(address: string): void {
  const got = addressFault(address);
  if (got !== null) throw usageFault('address', ADDRESS_FORMS, got, hintFor(address, got));
}

/** What is wrong with an address that was typed, for a question; null when nothing is. */
export function addressFaultText(text: string): string | null {
  const got = addressFault(text);
  if (got === null) return null;
  const hint = hintFor(text, got);
  return `an address such as rtsp://viewer:password@192.0.2.10/sub, got ${got}${hint && `; ${hint}`}`;
}

function hintFor(address: string, fault: string): string {
  if (fault.endsWith(' without rtsp://')) return 'put rtsp:// before it';
  const meant = schemeMeant(address);
  return meant === null ? '' : `did you mean ${meant}:?`;
}

const SCHEMES = ['rtsp', 'rtsps', 'http', 'https', 'scene', 'file'];

/** The scheme that was meant by a mistyped one, such as `rstp`; null where none is near. */
function schemeMeant(address: string): string | null {
  const typed = address.split(':')[0]?.toLowerCase() ?? '';
  if (SCHEMES.includes(typed)) return null;
  const letters = (word: string) => [...word].sort().join('');
  const swapped = SCHEMES.find((scheme) => letters(scheme) === letters(typed));
  return swapped ?? nearest(typed, SCHEMES);
}

/** The address as it is written into `turnout.yaml`: its password, where it has one, is in a variable that is not taken. */
export function storedAt(id: string, address: string, taken: Taken) {
  const { hide, secrets } = hiddenOf(id, taken);
  const url = queryHidden(address, hide);
  const [, password = ''] = /^[a-z]+:\/\/[^/?#]*?:([^/?#]*)@/i.exec(url) ?? [];
  // A variable holds it already.
  if (password === '' || password.includes('${')) return { url, secrets };
  // A dollar sign is doubled in an address alone.
  const plain = password.replaceAll('$$', () => '$');
  return { url: url.replace(`:${password}@`, () => `:${hide(plain, 'PASSWORD')}@`), secrets };
}

/** The file keeps a variable as it is written; the others stand in no history and no list of processes. */
export const ADDRESS =
  'an rtsp://, http:// or scene: address ($' +
  '{NAME} takes a variable of the environment, - reads the address from standard input)';

/** Of an example. */
export const PASSWORD = '$' + '{HALL_PASSWORD}';

/** How RTSP carries the pictures: the same flag for every command that opens a camera. */
export const TRANSPORT = choice(
  '--transport <way>',
  'how RTSP carries the pictures',
  ['tcp', 'udp'],
  'tcp',
);

const OPEN_TIMEOUT_MS = 10_000;
const READ_TIMEOUT_MS = 20_000;

/** A source that a command reads itself, a file as fast as its pictures are taken. */
export function sourceAt(url: string, transport: 'tcp' | 'udp', periodMs: number) {
  return createSource({
    url,
    transport,
    openTimeoutMs: OPEN_TIMEOUT_MS,
    readTimeoutMs: READ_TIMEOUT_MS,
    wantedPeriodMs: () => periodMs,
    pace: 'fast',
    clock: systemClock,
  });
}

/** What a camera sends, asked of the camera itself. Throws why it does not answer, told of `id`. */
export async function probe(id: string, url: string, transport: 'tcp' | 'udp') {
  const source = await sourceAt(url, transport, 1000);
  const known = new AbortController();
  let found: StreamInfo | undefined;
  const onInfo = (info: StreamInfo) => {
    found = info;
    known.abort();
  };
  try {
    await source.run(known.signal, () => undefined, onInfo);
    if (found === undefined) throw sourceFault('camera_ended', { got: 'its end' });
    return found;
  } catch (error) {
    throw namedFault(error, `camera ${id}`);
  }
}

/** The address with its variables put in, to connect to it; the file keeps the variables. */
export function filledIn(url: string, variables: Environment['variables']): string {
  const { text, faults } = interpolate(url, variables);
  const [fault] = faults;
  if (fault === undefined) return text;
  const hint = 'set the variable here too; camera add takes it without with --no-test';
  throw usageFault(CAMERA_ADDRESS, fault.expected, fault.got, hint);
}

/** `H264, 640 × 360`. */
export function streamText({ codec, width, height }: StreamInfo): string {
  return width === null ? codec.toUpperCase() : `${codec.toUpperCase()}, ${width} × ${height}`;
}
