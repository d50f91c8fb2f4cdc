/** What the weak detectors that ship get wrong, and the one command that brings a better one. */

/** The model that is recommended in their place. */
export const BETTER_MODEL = 'yolox-nano';
/** Installs it. */
export const BETTER_MODEL_COMMAND = `turnout model install ${BETTER_MODEL}`;

/** Most often first. Measured: `bench/accuracy/README.md` (rooms), `docs/accuracy.md`. */
const WEAKNESSES: Readonly<Record<string, string>> = {
  person:
    'person is off by three to five people in rooms of 10 to 25, where yolox-nano is off by two, and sometimes counts one in an empty room',
  motion: 'motion misses people behind others and those who were there in its first picture',
};

/** Whether a detector that ships is known to be weak before it is built; a plugin tells it itself. */
export function isKnownWeak(detector: string): boolean {
  return Object.hasOwn(WEAKNESSES, detector);
}

/** What is weak about a weak detector. */
export function weaknessOf(detector: string): string {
  return WEAKNESSES[detector] ?? 'its author marks it as weak';
}

/** What is weak about it, and what helps; what is better than a plugin is not known here. */
export function weaknessText(detector: string): string {
  const weakness = weaknessOf(detector);
  return isKnownWeak(detector)
    ? `${weakness}; a better one comes with: ${BETTER_MODEL_COMMAND}`
    : weakness;
}
