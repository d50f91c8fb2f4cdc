/**
 * Where links lead. At a box the pages of its gym are at `/`, `/week` and so on; at a head office they are at the same addresses
 * under `/gyms/<gym_id>`, and the links and forms of a page that was drawn are led there.
 */

import type { Frame } from './data.ts';

/** Pages of a gym by the first part of their address; `/` is Today. Others, such as `/sign-out`, stay as they are. */
const OF_GYM = /^\/(?:$|\?|(?:day|week|classes|sessions|trainers|money|report|answer)(?:[/?]|$))/;

/** Where the pages of a gym are at a head office. */
export function gymBase(gymId: string): string {
  return `/gyms/${encodeURIComponent(gymId)}`;
}

/** `/week?of=…` as `/gyms/riverside/week?of=…`. */
export function addressUnder(of: string, address: string): string {
  return OF_GYM.test(address) ? `${of}${address.replace(/^\/(?=\?|$)/, '')}` : address;
}

/** HTML whose links and forms lead to the pages under `of`. Text in it has no quotes: they are escaped. */
export function ledUnder(of: string, html: string): string {
  return html.replace(
    / (href|action)="([^"]*)"/g,
    (_, name: string, address: string) => ` ${name}="${addressUnder(of, address)}"`,
  );
}

/** Where the reader is: under the gym, at a head office. */
export function wholeAddress({ address, office }: Pick<Frame, 'address' | 'office'>): string {
  const gym = office?.gym ?? null;
  return gym === null ? address : addressUnder(gymBase(gym.id), address);
}

export interface GymAddress {
  readonly gymId: string;
  /** As a box has it: `/week`. */
  readonly path: string;
}

/** Null where a decoded path is no page of a gym at a head office. */
export function gymAddress(path: string): GymAddress | null {
  const [, gymId, inside] = /^\/gyms\/([a-zA-Z0-9._-]{1,64})(\/.{1,300})?$/.exec(path) ?? [];
  return gymId === undefined ? null : { gymId, path: inside ?? '/' };
}

/** The list of gyms. */
export const LIST = '/gyms';
