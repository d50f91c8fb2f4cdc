/** Door of the checks of `turnout doctor`. */

export type { Finding } from './check.ts';
export {
  checkCameras,
  checkConfig,
  checkDataFolder,
  checkModels,
  checkPort,
} from './installation.ts';
export {
  checkCapacity,
  checkNativeModules,
  checkNode,
  checkServer,
  checkThreads,
} from './platform.ts';
