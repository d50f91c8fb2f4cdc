/** Where the password of a camera's address is stored: `secrets.env`, the environment, or `turnout.yaml` as it was typed. */

import { variableFor } from '../config/variables.ts';
import type { Prompts } from './init/prompts.ts';

export interface StoredAddress {
  /** As it is written into `turnout.yaml`. */
  readonly url: string;
  /** A variable of the address that goes into `secrets.env`. */
  readonly secret?: { readonly name: string; readonly value: string };
}

export const PASSWORD_PLACES = ['secrets', 'environment', 'config'] as const;
export type PasswordPlace = (typeof PASSWORD_PLACES)[number];

/** Asks where the password of camera `id` is to be stored; an address without one stays as it is. */
export async function askPasswordPlace(
  prompts: Prompts,
  id: string,
  url: string,
): Promise<StoredAddress> {
  if (passwordOf(url) === null) return { url };
  const variable = variableFor(id);
  const place = await prompts.choose<PasswordPlace>('Where should its password be stored?', [
    {
      value: 'secrets',
      label: `in secrets.env in the data folder, as ${variable}; only you can read it`,
    },
    {
      value: 'environment',
      label: `in the environment, as ${variable}: you set it before each start`,
    },
    { value: 'config', label: 'in turnout.yaml' },
  ]);
  return storedAt(place, id, url);
}

/** The address with its password where it is wanted; one without a password stays as it is. */
export function storedAt(place: PasswordPlace, id: string, url: string): StoredAddress {
  const value = passwordOf(url);
  if (value === null || place === 'config') return { url };
  const name = variableFor(id);
  const withVariable = url.replace(`:${value}@`, () => `:\${${name}}@`);
  return place === 'secrets'
    ? // A dollar sign is doubled in an address alone.
      { url: withVariable, secret: { name, value: value.replaceAll('$$', () => '$') } }
    : { url: withVariable };
}

/** The password as it is typed in the address; null where there is none, or a variable holds it already. */
export function passwordOf(url: string): string | null {
  const { password } = URL.canParse(url) ? new URL(url) : { password: '' };
  const typed = /^[a-z]+:\/\/[^/?#]*?:([^/?#]*)@/i.exec(url)?.[1] ?? '';
  return password === '' || typed === '' || typed.includes('${') ? null : typed;
}
