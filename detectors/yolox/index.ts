/** Door of the `yolox` detector. */

export { yolox } from './yolox.ts';
