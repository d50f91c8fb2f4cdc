/** Door of the sizing: at which size a detector looks at a camera's pictures. */

export { leavesInputOpen, sizedChoice } from './choice.ts';
export { CostWindow, type LookCost } from './cost.ts';
export { type InputSize, inputText, rungsFor, wantedRung } from './ladder.ts';
export { camerasThatFit, type PlannedCamera, planRungs } from './plan.ts';
export { workersOf } from './workers.ts';
