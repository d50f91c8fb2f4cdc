/** Door of the api: the service over HTTP. */

export { createServer, type Server, type ServerOptions } from './server.ts';
