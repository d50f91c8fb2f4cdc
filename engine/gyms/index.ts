/** Door of the gyms: their classes, who was there, and each gym as reports see it. */

export { gymAsOf } from './as-of.ts';
export { calibrationsOf } from './calibrations.ts';
export { EstimatorThread } from './estimates/estimator-thread.ts';
export { Gyms, type GymsOptions } from './gyms.ts';
export type { LiveCamera, LiveCameras } from './live-room.ts';
