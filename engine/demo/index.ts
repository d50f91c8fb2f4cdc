/** Door of the demo: the sample gym, its history, and the sandbox. */

export { type KeepDemoOptions, keepDemo } from './keep.ts';
export { prepareSandbox, sandboxView } from './sandbox.ts';
export { DEMO_SEED_PERIOD_MS, type DemoSeed, seedDemo } from './seed.ts';
