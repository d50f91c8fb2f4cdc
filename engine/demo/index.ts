/** Door of the demo: the sample gym, its history, and the sandbox. */

export { type KeepDemoOptions, keepDemo } from './keep.ts';
export { prepareSandbox, sandboxView } from './sandbox.ts';
export { type DemoSeed, seedDemo, withdrawLive } from './seed.ts';
