/** A detector's choice with the size that was chosen for it. */

import type { DetectorChoice } from '../pool/messages.ts';

/** Whether the configuration says nothing of the size, or `auto`. */
export function leavesInputOpen({ options: { input } }: DetectorChoice): boolean {
  return input === undefined || input === 'auto';
}

/** The choice at another size; where its model does not run at that, as it was. */
export function sizedChoice(
  { orElse: _, ...choice }: DetectorChoice,
  input: string,
): DetectorChoice {
  const { input: _before, ...options } = choice.options;
  return {
    ...choice,
    options: { ...options, input },
    orElse: { ...choice, options },
  };
}
