/** Door of the supervision: each camera's life from attempt to attempt, and all of them together. */

export type { CameraSpec } from './camera-spec.ts';
export { Fleet, type FleetOptions } from './fleet.ts';
export type { Supervisor } from './supervisor.ts';
