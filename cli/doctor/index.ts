/** Door of the checks of `turnout doctor`. */

export { capacityOf, checkCapacity } from './capacity.ts';
export type { Finding } from './check.ts';
export {
  checkCameras,
  checkConfig,
  checkDataFolder,
  checkModels,
  checkPort,
} from './installation.ts';
export {
  checkNativeModules,
  checkNode,
  checkServer,
  checkThreads,
} from './platform.ts';
