/** Door of the demo: the sample gym, its history, and the sandbox. */

export { type KeepDemoOptions, keepDemo } from './keep.ts';
export type { DemoSeed } from './plan.ts';
export { prepareSandbox, sandboxView } from './sandbox.ts';
export { seedDemo, withdrawLive } from './seed.ts';
