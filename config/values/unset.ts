/**
 * An address that cannot be filled in, since variables in it are not set: `unset:HALL_PASSWORD,HALL_USER`. It takes the
 * place of the address, so that one missing password costs one camera and not the whole configuration.
 *
 * No file can say it: `unset:` is none of the schemes that the checks of the configuration let through.
 */

const SCHEME = 'unset:';

/** The stand-in for an address that wants these variables. */
export function unsetAddress(names: readonly string[]): string {
  return `${SCHEME}${names.join(',')}`;
}

/** Names of the variables that an address waits for; empty when it is a real address. */
export function unsetVariables(address: string): readonly string[] {
  return address.startsWith(SCHEME) ? address.slice(SCHEME.length).split(',') : [];
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
