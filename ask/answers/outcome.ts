/** What becomes of a question: an answer, a question back, a sentence of why there is none, or a refusal. */

import type { ProblemBody } from '../../errors.ts';
import type { HeatMapData, TrendData } from '../charts/chart.ts';
import type { Findings } from '../findings.ts';
import type { Reading } from '../reader.ts';

/** What a picture would show; whoever can draws it. */
export type Chart =
  | { readonly kind: 'heat_map'; readonly data: HeatMapData }
  | { readonly kind: 'trend'; readonly data: TrendData };

/** Whose figures were asked. */
export interface AskedGym {
  readonly gymId: string;
  /** Whether they are sample data. */
  readonly isSample: boolean;
  /** Date in the gym's zone. */
  readonly today: string;
}

export interface FoundOutcome {
  readonly kind: 'findings';
  readonly gym: AskedGym;
  readonly findings: Findings;
  readonly chart: Chart | null;
  /** The question without its context. */
  readonly decontextualized: string;
  /** Null where a query was given and no question. */
  readonly readBy: 'grammar' | 'model' | null;
}

export type ChoiceOutcome = Extract<Reading, { kind: 'choice' }> & { readonly gym: AskedGym };
export type UnclearOutcome = Extract<Reading, { kind: 'unclear' }> & { readonly gym: AskedGym };

export type Outcome =
  | FoundOutcome
  | ChoiceOutcome
  | UnclearOutcome
  /** Nobody may see it, or no lookup is left: the body as every route has it. */
  | { readonly kind: 'problem'; readonly body: ProblemBody };
