/** Who is meant by what somebody wrote. */

import type { Trainer } from '../sessions/index.ts';

export type TrainerMatch =
  | { readonly kind: 'one'; readonly trainer: Trainer }
  /** At most 5, nearest first. */
  | { readonly kind: 'none'; readonly nearest: readonly Trainer[] }
  /** A name that several share, by id. */
  | { readonly kind: 'several'; readonly trainers: readonly Trainer[] };
