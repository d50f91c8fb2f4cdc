/** Says whose figures an answer has, where the caller may expect those of another gym. */

import type { Outcome } from './outcome.ts';

const SAMPLE = 'This is the sample gym, not yours';
const HOW =
  'To see your own gym, send one of its keys (turnout key create), or ask on the computer of Turnout: turnout ask "…".';

/** The outcome of a question without a key on a server that has a gym of its own: its first sentence says so. */
export function ofSampleGym(outcome: Outcome): Outcome {
  switch (outcome.kind) {
    case 'findings': {
      const { findings } = outcome;
      const notes = [HOW, ...findings.notes].slice(0, MAX_NOTES);
      return { ...outcome, findings: { ...findings, summary: said(findings.summary), notes } };
    }
    case 'choice':
      return { ...outcome, text: said(outcome.text) };
    case 'unclear':
      return { ...outcome, message: `${said(outcome.message)} ${HOW}` };
    case 'problem':
      return outcome;
  }
}

/** As the schema of notes bounds them. */
const MAX_NOTES = 16;

function said(sentence: string): string {
  return `${SAMPLE}: ${sentence}`;
}
