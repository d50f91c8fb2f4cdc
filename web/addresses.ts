/**
 * Where links lead. At a box the pages of its gym are at `/`, `/week` and so on. At a head office the same components draw them
 * under `/gyms/<gym_id>`: there each link and form to a page of a gym is led to that gym, wherever it is drawn. Links to other
 * addresses, such as `/sign-out`, stay as they are.
 */

import { options } from 'preact';
import type { Frame } from './data.ts';

/** First parts of the addresses of a gym's pages; `/` is Today. */
export const GYM_PLACES = [
  'day',
  'week',
  'classes',
  'sessions',
  'trainers',
  'money',
  'report',
  'answer',
] as const;

const OF_GYM = new RegExp(`^/(?:$|\\?|(?:${GYM_PLACES.join('|')})(?:[/?]|$))`);

/** Where the pages of the gym are that is drawn: empty, or `/gyms/riverside`. */
let base = '';

/** Where the pages of a gym are at a head office. */
export function gymBase(gymId: string): string {
  return `/gyms/${encodeURIComponent(gymId)}`;
}

/** Runs `draw`, whose links lead to pages under `of`. It must draw at once. */
export function under<Drawn>(of: string, draw: () => Drawn): Drawn {
  const before = base;
  base = of;
  try {
    return draw();
  } finally {
    base = before;
  }
}

/** `/week?of=…` as `/gyms/riverside/week?of=…`. */
export function addressUnder(of: string, address: string): string {
  if (!OF_GYM.test(address)) return address;
  return `${of}${address === '/' || address.startsWith('/?') ? address.slice(1) : address}`;
}

/** Where the reader is: under the gym, at a head office. */
export function wholeAddress({ address, office }: Pick<Frame, 'address' | 'office'>): string {
  const gym = office?.gym ?? null;
  return gym === null ? address : addressUnder(gymBase(gym.id), address);
}

const before = options.vnode;
options.vnode = (node) => {
  if (base !== '' && typeof node.type === 'string') lead(node.props as Props);
  before?.(node);
};

interface Props {
  href?: unknown;
  action?: unknown;
}

function lead(props: Props): void {
  if (typeof props.href === 'string') props.href = addressUnder(base, props.href);
  if (typeof props.action === 'string') props.action = addressUnder(base, props.action);
}

/** Where the pages of a gym are at a head office: `/gyms/riverside/week`. */

export interface GymAddress {
  readonly gymId: string;
  /** As a box has it: `/week`. */
  readonly path: string;
}

/** Null where a decoded path is no page of a gym. */
export function gymAddress(path: string): GymAddress | null {
  const [, gymId, inside] = /^\/gyms\/([a-zA-Z0-9._-]{1,64})(\/.{1,300})?$/.exec(path) ?? [];
  return gymId === undefined ? null : { gymId, path: inside ?? '/' };
}

/** The list of gyms. */
export const LIST = '/gyms';
