/** Door of the package. */

export type * from './api.generated.ts';
export type { AskOptions, AskStream } from './ask.ts';
export * from './errors.ts';
export type { LiveOptions } from './live.ts';
export type { CallOptions, TurnoutOptions } from './options.ts';
export type { RateLimit, RateQuota } from './rate-limit.ts';
export { type FetchOptions, Turnout } from './turnout.ts';
export { CLIENT_VERSION } from './version.ts';
