/** Door of the api: the service over HTTP. */

export { STATUS, type Status } from './schemas/status.ts';
export { createServer, hasNativeServer, type Server } from './server.ts';
