/** What goes wrong, one class for each family of statuses. Match on the class or on `code`; messages are for people. */

import type { ApiErrorCode, ValidationFault } from './api.generated.ts';

/**
 * Codes of the client itself. `validation_failed`: 422, whose body has no code of its own. `connection_failed`: no
 * connection, or it was lost. `timed_out`: no whole answer in `timeout_ms`. `unexpected_answer`: something answered other
 * than Turnout answered, such as a proxy or the sign-in page of a hotel.
 */
export type ClientErrorCode =
  | 'validation_failed'
  | 'connection_failed'
  | 'timed_out'
  | 'unexpected_answer';

/** Newer services may have more of them. */
export type ErrorCode = ApiErrorCode | ClientErrorCode | (string & {});

/** Base of all errors of the client. Wrong arguments are a `TypeError` instead, and what a signal ends is its reason. */
export class TurnoutError extends Error {
  override readonly name: string = 'TurnoutError';
  /** HTTP status; null where there was no answer. */
  declare readonly status: number | null;
  declare readonly code: ErrorCode;
  /** The fault, for people. */
  declare readonly detail: string;
  /** Names the request in the log of the service; null where there was no answer. */
  declare readonly request_id: string | null;
  /** Seconds after which it may work; null where the service does not say. */
  declare readonly retry_after_s: number | null;
  /** How often the request was sent again before the client gave up. */
  declare readonly retries: number;
  /** Whether the call may have cost a lookup all the same: the answer was made, and lost on its way. */
  declare readonly maybe_charged: boolean;
  /** Body of the answer as it came: members that have no property here. Null where there was none. */
  declare readonly body: unknown;

  constructor(facts: ErrorFacts, options?: { readonly cause?: unknown }) {
    super(`${facts.code}: ${facts.detail}`, options);
    Object.assign(this, facts);
  }
}

export type ErrorFacts = Omit<TurnoutError, keyof Error>;

/** The name is a text of its own, since minifiers rename classes. */
function named<Name extends string>(name: Name) {
  return class extends TurnoutError {
    override readonly name: Name = name;
  };
}

/** 400 and every 4xx without a class of its own. */
export class BadRequestError extends named('BadRequestError') {}

/** 401: no key was sent, or none that is known. */
export class AuthenticationError extends named('AuthenticationError') {}

/** 402: all lookups of the key are used. Waiting does not help. */
export class LookupsExhaustedError extends named('LookupsExhaustedError') {}

/** 403: the key does not open this gym or trainer. */
export class ForbiddenError extends named('ForbiddenError') {}

/** A trainer that was not meant, or may have been. */
export interface NamedTrainer {
  readonly id: string;
  readonly name: string;
}

/** 404: no trainer of this id or name. */
export class NotFoundError extends named('NotFoundError') {
  /** Who may have been meant, nearest first. */
  readonly nearest = listIn<NamedTrainer>(this.body, 'nearest');
}

/** 409: several trainers have this name; ask with an id. */
export class ConflictError extends named('ConflictError') {
  /** Those that have the name. */
  readonly trainers = listIn<NamedTrainer>(this.body, 'trainers');
}

/** 422: a parameter is wrong. */
export class ValidationError extends named('ValidationError') {
  /** Each with where it is (`loc`), a message (`msg`) and its kind (`type`). */
  readonly errors = listIn<ValidationFault>(this.body, 'detail');
}

/** 429: too fast, and the wait was longer than the client waits by itself, or it had waited often enough. */
export class RateLimitError extends named('RateLimitError') {}

/** 5xx. */
export class ServerError extends named('ServerError') {}

/** No connection, or it was lost before the whole answer was there. */
export class TurnoutConnectionError extends named('TurnoutConnectionError') {}

/** No whole answer within `timeout_ms`. */
export class TurnoutTimeoutError extends named('TurnoutTimeoutError') {}

/** Something that is no answer of Turnout. */
export class UnexpectedAnswerError extends named('UnexpectedAnswerError') {}

/** Empty where the body is not as expected. */
function listIn<Item>(body: unknown, member: string): readonly Item[] {
  const list: unknown = Object(body)[member];
  return Array.isArray(list) ? list : [];
}
