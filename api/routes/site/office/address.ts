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
