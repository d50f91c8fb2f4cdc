/** The environment of a head office: it has no configuration file, since its gyms come from its database. */

import { Value } from 'typebox/value';
import { TurnoutError } from '../errors.ts';
import { type AccessConfig, decode } from './config.ts';
import { type Env, readEnvironment } from './environment.ts';
import { ACCESS } from './schema/file.ts';

export interface HeadOfficeEnvironment {
  readonly host: string;
  readonly port: number;
  /** `postgres://…`: holds a password, so it is never shown or logged. */
  readonly databaseUrl: string;
  /** How the service is known outside, without a slash at its end; null means as it listens. */
  readonly publicUrl: string | null;
  /** Addresses and CIDR blocks whose `X-Forwarded-For` is believed. */
  readonly trustProxy: readonly string[];
  readonly access: AccessConfig;
}

/** As a box has them where its file says nothing. */
const USUAL: AccessConfig = decode(ACCESS, Value.Default(ACCESS, undefined), '/');

/** An empty variable counts as not set. @throws `config_invalid` where the database is not named, or a number is none. */
export function readHeadOffice(variables: Env): HeadOfficeEnvironment {
  const { host, port } = readEnvironment(variables);
  const publicUrl = (variables['TURNOUT_HQ_URL'] ?? '').replace(/\/+$/, '') || null;
  const databaseUrl = variables['TURNOUT_HQ_DATABASE'] ?? '';
  if (!/^postgres(?:ql)?:\/\//.test(databaseUrl)) {
    throw new TurnoutError('config_invalid', {
      where: 'TURNOUT_HQ_DATABASE',
      expected: 'the address of a PostgreSQL: postgres://user:password@host/database',
      // Not what was written: it may hold a password.
      got: databaseUrl === '' ? 'nothing' : 'another text',
    });
  }
  const rateOf = (name: string, usual: number) => numberOf(variables, name, usual, 1_000_000);
  const { keyRequestsPerSecond: rate, addressRequestsPerSecond: address } = USUAL;
  return {
    host: host ?? '127.0.0.1',
    port: port ?? 8_080,
    databaseUrl,
    publicUrl,
    trustProxy: (variables['TURNOUT_HQ_PROXIES'] ?? '')
      .split(',')
      .flatMap((one) => one.trim() || []),
    access: {
      ...USUAL,
      keyRequestsPerSecond: rateOf('TURNOUT_HQ_KEY_RATE', rate),
      addressRequestsPerSecond: rateOf('TURNOUT_HQ_ADDRESS_RATE', address),
    },
  };
}

function numberOf(variables: Env, name: string, usual: number, max: number): number {
  const text = variables[name] ?? '';
  if (text === '') return usual;
  const number = Number(text);
  if (Number.isInteger(number) && number >= 1 && number <= max) return number;
  const parts = {
    where: name,
    expected: `a whole number from 1 to ${max}`,
    got: JSON.stringify(text),
  };
  throw new TurnoutError('config_invalid', parts);
}
