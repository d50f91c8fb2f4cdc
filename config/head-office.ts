/** The environment of a head office: it has no configuration file, since its gyms come from its database. */

import { Value } from 'typebox/value';
import { TurnoutError } from '../errors.ts';
import { type AccessConfig, decode } from './config.ts';
import { type Env, numberVariable, readEnvironment } from './environment.ts';
import { ACCESS } from './schema/file.ts';

/** As a box has them where its file says nothing. */
const USUAL: AccessConfig = decode(ACCESS, Value.Default(ACCESS, undefined), '/');

/** An empty variable counts as not set. @throws `config_invalid` where the database is not named, or a number is none. */
export function readHeadOffice(variables: Env) {
  const { host, port } = readEnvironment(variables);
  const databaseUrl = variables['TURNOUT_HQ_DATABASE'] ?? '';
  if (!/^postgres(?:ql)?:\/\//.test(databaseUrl)) {
    throw new TurnoutError('config_invalid', {
      where: 'TURNOUT_HQ_DATABASE',
      expected: 'the address of a PostgreSQL: postgres://user:password@host/database',
      // Not what was written: it may hold a password.
      got: databaseUrl === '' ? 'nothing' : 'another text',
    });
  }
  const rateOf = (name: string) => numberVariable(variables, name, 1, 1_000_000);
  return {
    host: host ?? '127.0.0.1',
    port: port ?? 8_080,
    /** `postgres://…`: holds a password, so it is never shown or logged. */
    databaseUrl,
    /** How the service is known outside, without a slash at its end; null means as it listens. */
    publicUrl: (variables['TURNOUT_HQ_URL'] ?? '').replace(/\/+$/, '') || null,
    /** Addresses and CIDR blocks whose `X-Forwarded-For` is believed. */
    trustProxy: (variables['TURNOUT_HQ_PROXIES'] ?? '')
      .split(',')
      .flatMap((one) => one.trim() || []),
    access: {
      ...USUAL,
      keyRequestsPerSecond: rateOf('TURNOUT_HQ_KEY_RATE') ?? USUAL.keyRequestsPerSecond,
      addressRequestsPerSecond: rateOf('TURNOUT_HQ_ADDRESS_RATE') ?? USUAL.addressRequestsPerSecond,
    },
  };
}
