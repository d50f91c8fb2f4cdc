/**
 * `${NAME}` in texts of the configuration: the value of an environment variable, so that a password need not stand in
 * the file. An empty variable counts as not set. `${NAME:-text}` gives the text where the variable is not set; `$$` is a
 * dollar sign; any other dollar sign is itself. Values are put in as they are and never looked through again.
 */

import type { Finding } from './fault.ts';

/** Environment variables by name. */
export type Env = Readonly<Record<string, string | undefined>>;

interface Interpolation {
  /** The text with every variable put in. Worthless when there are faults. */
  readonly text: string;
  /** Whether anything came from the environment: such a text must not be shown. */
  readonly isFromEnvironment: boolean;
  /** Variables without a text of their own that are not set or empty, each once; each of them is one of the faults too. */
  readonly unset: readonly string[];
  readonly faults: readonly Finding[];
}

/** Whole reference, dollar escape, or a `${` that starts neither. */
const REFERENCE = /\$\$|\$\{(?<name>[A-Za-z_][A-Za-z0-9_]*)(?::-(?<fallback>[^}]*))?\}|\$\{/g;

/** Fills `${NAME}` in. Faults name variables, never their values. */
export function interpolate(text: string, env: Env): Interpolation {
  const faults: Finding[] = [];
  const missing = new Set<string>();
  let isFromEnvironment = false;
  const filled = text.replace(REFERENCE, (whole: string, ...rest: unknown[]) => {
    if (whole === '$$') return '$';
    const groups = rest.at(-1) as { name?: string; fallback?: string };
    const { name, fallback } = groups;
    if (name === undefined) {
      faults.push(MALFORMED);
      return '';
    }
    isFromEnvironment = true;
    const value = Object.hasOwn(env, name) ? env[name] : undefined;
    if (value !== undefined && value !== '') return value;
    if (fallback !== undefined) return fallback;
    if (!missing.has(name)) faults.push(unset(name, value));
    missing.add(name);
    return '';
  });
  return { text: filled, isFromEnvironment, unset: [...missing], faults };
}

/** How the file writes a text that is to be read back as it is: {@link interpolate} gives `text` again. */
export function literal(text: string): string {
  return text.replaceAll('$', () => '$$');
}

const MALFORMED: Finding = {
  expected: `a variable written as \${NAME} or \${NAME:-text}`,
  got: `a "\${" that is not followed by a name and "}"`,
  hint: 'write $$ for a dollar sign',
};

function unset(name: string, value: string | undefined): Finding {
  return {
    expected: `the environment variable ${name} to be set`,
    got: value === undefined ? 'nothing' : 'an empty text',
    hint: `set it before the start, write it into secrets.env in the data folder, or write \${${name}:-text} for a text to use without it`,
  };
}

/** Names of the variables that a text of the file takes. */
export function variablesIn(text: string): readonly string[] {
  return [...text.matchAll(/\$\{([A-Za-z_][A-Za-z0-9_]*)/g)].map(([, name = '']) => name);
}

/** The part of an address that a variable holds. */
type Secret = 'PASSWORD' | 'ADDRESS';

/** `MAIN_HALL_PASSWORD` for the camera `main-hall`. */
export function variableFor(id: string, ending: Secret = 'PASSWORD'): string {
  const name = `${id.replaceAll('-', '_').toUpperCase()}_${ending}`;
  return /^[A-Z_]/.test(name) ? name : `CAMERA_${name}`;
}

/** The same, or with a number where it is set already. */
export function freeVariable(
  id: string,
  taken: Readonly<Record<string, unknown>>,
  ending: Secret = 'PASSWORD',
): string {
  const name = variableFor(id, ending);
  let free = name;
  for (let number = 2; Object.hasOwn(taken, free); number += 1) free = `${name}_${number}`;
  return free;
}

/**
 * An address that cannot be filled in, since variables in it are not set: `unset:HALL_PASSWORD,HALL_USER`. It takes the
 * place of the address, so that one missing password costs one camera and not the whole configuration. No file can say
 * it: `unset:` is none of the schemes that the checks of the configuration let through.
 */
const UNSET = 'unset:';

/** The stand-in for an address that wants these variables. */
export function unsetAddress(names: readonly string[]): string {
  return `${UNSET}${names.join(',')}`;
}

/** Names of the variables that an address waits for; empty when it is a real address. */
export function unsetVariables(address: string): readonly string[] {
  return address.startsWith(UNSET) ? address.slice(UNSET.length).split(',') : [];
}

/** One sentence's worth: which variables are missing and where they can be set. */
export function unsetSentence(names: readonly string[]): {
  expected: string;
  got: string;
  hint: string;
} {
  const [name = ''] = names;
  return {
    expected: `the environment variable${names.length > 1 ? 's' : ''} ${names.join(', ')} to be set`,
    got: 'nothing',
    hint: `set it where the command or the service starts (export ${name}=…), or write the line ${name}=… into secrets.env in the data folder`,
  };
}
