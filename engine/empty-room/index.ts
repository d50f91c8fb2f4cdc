/** Door of the empty rooms: where cameras see somebody when nobody is there. */

export { EmptyRooms } from './empty-rooms.ts';
export type { PlaceBox } from './steady-places.ts';
export { readEmptyRoom } from './stored.ts';
