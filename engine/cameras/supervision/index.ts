/** Door of the supervision: each camera's life from attempt to attempt, and all of them together. */

export { Fleet, type FleetOptions } from './fleet.ts';
export type { CameraSpec, Supervisor } from './supervisor.ts';
