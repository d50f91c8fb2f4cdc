/**
 * WS-Discovery: a question to all cameras of the network at once, or to addresses that were named, and their answers
 * (WS-Discovery 1.1; ONVIF Core Specification, 7). Only who asks for it sends anything.
 */

import { randomUUID } from 'node:crypto';
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { networkInterfaces } from 'node:os';
import { delay } from '../../../runtime/timers.ts';
import { decoded } from '../http/login.ts';
import { atHost, find, readXml, textOf } from './soap.ts';

const GROUP = '239.255.255.250';
const PORT = 3702;
/** A datagram may be lost: the question is sent again after this time, ms (WS-Discovery 1.1, SOAP-over-UDP: 50 to 250). */
const REPEAT_MS = 200;
/** Cameras that are remembered; more answers than that are no gym. Chosen here. */
const MAX_FOUND = 1_024;

export interface DiscoveryOptions {
  /** Addresses to ask one by one; null asks all of this network at once. */
  readonly hosts: readonly string[] | null;
  /** How long answers are waited for, ms. */
  readonly waitMs: number;
  /** For tests: other than WS-Discovery's own. */
  readonly discoveryPort?: number;
  /** Addresses of this computer to ask from; left out: one for each network that it is in. */
  readonly from?: readonly string[];
}

/** The cameras that answered within the time, one for each address. Networks that cannot be asked are left out. */
export async function discover(options: DiscoveryOptions) {
  const { hosts, waitMs, from = ownAddresses(), discoveryPort = PORT } = options;
  const found = new Map<string, NonNullable<ReturnType<typeof cameraIn>>>();
  const id = `urn:uuid:${randomUUID()}`;
  const take = (bytes: Buffer, { address }: RemoteInfo) => {
    if (found.size >= MAX_FOUND || found.has(address)) return;
    const camera = cameraIn(bytes.toString('utf8'), id, address);
    if (camera !== null) found.set(address, camera);
  };
  const question = Buffer.from(probe(id), 'utf8');
  const networks = hosts === null ? from : [undefined];
  const opened = await Promise.all(networks.map((network) => open(network, take)));
  const sockets = opened.filter((socket) => socket !== null);
  for (const again of [false, true]) {
    if (again) await delay(Math.min(REPEAT_MS, waitMs));
    for (const socket of sockets) {
      for (const host of hosts ?? [GROUP]) {
        // What cannot be sent to is no camera that answers.
        await new Promise<void>((sent) => socket.send(question, discoveryPort, host, () => sent()));
      }
    }
  }
  await delay(waitMs);
  for (const socket of sockets) socket.close();
  return [...found.values()];
}

/** The addresses of this computer, one for each network. */
function ownAddresses(): readonly string[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address);
}

async function open(
  network: string | undefined,
  take: (bytes: Buffer, from: RemoteInfo) => void,
): Promise<Socket | null> {
  const socket = createSocket('udp4');
  socket.on('message', take);
  try {
    socket.bind(0, network);
    await once(socket, 'listening');
    if (network !== undefined) socket.setMulticastInterface(network);
    socket.on('error', () => undefined);
    return socket;
  } catch {
    socket.close();
    return null;
  }
}

const ADDRESSING = 'http://schemas.xmlsoap.org/ws/2004/08/addressing';
const DISCOVERY = 'http://schemas.xmlsoap.org/ws/2005/04/discovery';

function probe(id: string): string {
  return (
    '<?xml version="1.0" encoding="UTF-8"?>' +
    '<e:Envelope xmlns:e="http://www.w3.org/2003/05/soap-envelope"' +
    ` xmlns:w="${ADDRESSING}" xmlns:d="${DISCOVERY}"` +
    ' xmlns:dn="http://www.onvif.org/ver10/network/wsdl"><e:Header>' +
    `<w:MessageID>${id}</w:MessageID>` +
    '<w:To e:mustUnderstand="true">urn:schemas-xmlsoap-org:ws:2005:04:discovery</w:To>' +
    `<w:Action e:mustUnderstand="true">${DISCOVERY}/Probe</w:Action>` +
    '</e:Header><e:Body><d:Probe><d:Types>dn:NetworkVideoTransmitter</d:Types></d:Probe>' +
    '</e:Body></e:Envelope>'
  );
}

/** The camera of an answer to the question `id`; null for what is none. */
function cameraIn(xml: string, id: string, host: string) {
  const answer = readXml(xml);
  if (answer === null || textOf(answer, 'RelatesTo') !== id) return null;
  const match = find(answer, 'ProbeMatch');
  const addresses = (textOf(match, 'XAddrs') ?? '').split(/\s+/);
  const isHost = (text: string) => URL.canParse(text) && new URL(text).hostname === host;
  const candidates = [...addresses.filter(isHost), ...addresses];
  const service = candidates.map((text) => atHost(host, text)).find((url) => url !== null);
  if (service === undefined) return null;
  const scopes = (textOf(match, 'Scopes') ?? '').split(/\s+/);
  // The address that answered is believed alone: what an answer says of other hosts is not.
  return { host, service, name: scoped(scopes, 'name'), hardware: scoped(scopes, 'hardware') };
}

/** `HIKVISION DS-2CD2042` of `onvif://www.onvif.org/name/HIKVISION%20DS-2CD2042`; null where it does not say. */
function scoped(scopes: readonly string[], kind: string): string | null {
  const start = `onvif://www.onvif.org/${kind}/`;
  const scope = scopes.find((text) => text.toLowerCase().startsWith(start)) ?? start;
  return plain(scope.slice(start.length)) || null;
}

/** Percent-encoding undone, and nothing that would move the cursor of a terminal. Longest name: chosen here. */
function plain(text: string): string {
  const letters = decoded(text).replace(/[\p{C}_]+/gu, ' ');
  return letters.trim().slice(0, 80);
}
