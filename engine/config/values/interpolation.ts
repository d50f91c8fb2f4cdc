/**
 * `${NAME}` in texts of the configuration: the value of an environment variable, so that a password need not stand in
 * the file. `${NAME:-text}` gives the text where the variable is unset or empty; `$$` is a dollar sign; any other dollar
 * sign is itself. Values are put in as they are and never looked through again.
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
  /** False where a variable without a text of its own is not set. */
  readonly isComplete: boolean;
  readonly faults: readonly InterpolationFault[];
}

/** Whole reference, dollar escape, or a `${` that starts neither. */
const REFERENCE = /\$\$|\$\{(?<name>[A-Za-z_][A-Za-z0-9_]*)(?::-(?<fallback>[^}]*))?\}|\$\{/g;

/** Fills `${NAME}` in. Faults name variables, never their values. */
export function interpolate(text: string, env: Env): Interpolation {
  const faults: InterpolationFault[] = [];
  let isFromEnvironment = false;
  let isComplete = true;
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
    if (fallback !== undefined) return value === undefined || value === '' ? fallback : value;
    if (value !== undefined) return value;
    isComplete = false;
    faults.push(unset(name));
    return '';
  });
  return { text: filled, isFromEnvironment, isComplete, faults };
}

const MALFORMED: InterpolationFault = {
  expected: `a variable written as \${NAME} or \${NAME:-text}`,
  got: `a "\${" that is not followed by a name and "}"`,
  hint: 'write $$ for a dollar sign',
};

function unset(name: string): InterpolationFault {
  return {
    expected: `the environment variable ${name} to be set`,
    got: 'nothing',
    hint: `set it before the start, or write \${${name}:-text} for a text to use without it`,
  };
}
