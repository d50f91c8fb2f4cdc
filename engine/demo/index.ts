/** Door of the demo: the sample gym, its history, and the sandbox. */

export { sandboxView } from './sandbox.ts';
