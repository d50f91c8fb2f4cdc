/**
 * `${NAME}` in texts of the configuration: the value of an environment variable, so that a password need not stand in
 * the file. An empty variable counts as not set. `${NAME:-text}` gives the text where the variable is not set; `$$` is a
 * dollar sign; any other dollar sign is itself. Values are put in as they are and never looked through again.
 */

/** Environment variables by name. */
export type Env = Readonly<Record<string, string | undefined>>;

/** Why a text could not be filled in. */
export interface InterpolationFault {
  readonly expected: string;
  readonly got: string;
  readonly hint: string;
}

export interface Interpolation {
  /** The text with every variable put in. Worthless when there are faults. */
  readonly text: string;
  /** Whether anything came from the environment: such a text must not be shown. */
  readonly isFromEnvironment: boolean;
  /** Variables without a text of their own that are not set or empty, each once; each of them is one of the faults too. */
  readonly unset: readonly string[];
  readonly faults: readonly InterpolationFault[];
}

/** Whole reference, dollar escape, or a `${` that starts neither. */
const REFERENCE = /\$\$|\$\{(?<name>[A-Za-z_][A-Za-z0-9_]*)(?::-(?<fallback>[^}]*))?\}|\$\{/g;

/** Fills `${NAME}` in. Faults name variables, never their values. */
export function interpolate(text: string, env: Env): Interpolation {
  const faults: InterpolationFault[] = [];
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

const MALFORMED: InterpolationFault = {
  expected: `a variable written as \${NAME} or \${NAME:-text}`,
  got: `a "\${" that is not followed by a name and "}"`,
  hint: 'write $$ for a dollar sign',
};

function unset(name: string, value: string | undefined): InterpolationFault {
  return {
    expected: `the environment variable ${name} to be set`,
    got: value === undefined ? 'nothing' : 'an empty text',
    hint: `set it before the start, write it into secrets.env in the data folder, or write \${${name}:-text} for a text to use without it`,
  };
}
