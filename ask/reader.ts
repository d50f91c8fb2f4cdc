/**
 * What reads questions. The grammar does, and a language model where the owner configured one, behind the same interface:
 * it sees names and dates, never figures, and gives a query, never an answer.
 */

import type { MeasureName } from '../gym/figures/catalogue.ts';
import type { HavingOperator } from '../gym/figures/query.ts';
import type { GymView } from '../gym/sessions/view.ts';
import type { AskQuery } from './query.ts';

/** What a reader may know. */
export interface AskContext {
  /** IANA zone of the gym; dates in questions are of it. */
  readonly timezone: string;
  /** Now, for "today" and "last Tuesday". */
  readonly nowUtcMs: number;
  /** Whom the caller may ask about. */
  readonly trainers: GymView['trainers'];
  /** The trainer who asks, for "my classes"; null for everybody else. */
  readonly self: string | null;
  /** Names of classes, each once, as the schedule writes them. */
  readonly classNames: readonly string[];
  /** Families of the configuration that have classes, with the names of these. */
  readonly families: readonly { readonly name: string; readonly classes: readonly string[] }[];
  /** When classes begin, on the wall: `18:30`. Left out: not known. */
  readonly startTimes?: readonly string[];
  /** A room that only the schedule names has its name as id. */
  readonly rooms: readonly { readonly id: string; readonly name: string }[];
  /** Where a question is over several gyms: those that it may name, with their groups. Left out: of one gym. */
  readonly gyms?: readonly { readonly id: string; readonly name: string }[];
  readonly groups?: readonly string[];
  /** Whether it is the sample gym that is asked about: no language model reads that. */
  readonly isSample?: boolean;
}

export interface Question {
  /** As asked, trimmed, 1..500 characters. */
  readonly text: string;
  /** Questions asked before in the conversation, oldest first; at most 10. */
  readonly prev: readonly string[];
}

/** A bound that the figure is held to, the way that it changed, or how the first of two in the question is to the other. */
export type YesIf =
  | { readonly measure: MeasureName; readonly op: HavingOperator; readonly value: number }
  | { readonly change: 'up' | 'down' }
  | { readonly than: 'up' | 'down'; readonly text: string };

export interface QueryReading {
  readonly kind: 'query';
  readonly query: AskQuery;
  /** The question without its context: "How full is Spin on Fridays?" after "And on Fridays?". */
  readonly decontextualized: string;
  /** What was assumed, in whole sentences: "Took “Ana” for Anna Petrova.", "Over the last six weeks." */
  readonly assumed: readonly string[];
  /** What makes the answer a yes, where that was asked. */
  readonly yesIf?: YesIf;
  /** Left out: the grammar. Null: the query was given. */
  readonly readBy?: 'grammar' | 'model' | null;
}

export type Reading =
  | QueryReading
  /** A name that several share, or that could be two things: ask back. */
  | {
      readonly kind: 'choice';
      /** "Which Anna?" */
      readonly text: string;
      /** Whole questions to ask instead, 2..8. */
      readonly options: readonly string[];
    }
  /** Not understood, or about something that is not counted: says what, and what can be asked instead. */
  | {
      readonly kind: 'unclear';
      readonly reason: 'not_understood' | 'unknown_name' | 'no_such_date' | 'not_known_here';
      /** One or two sentences for people. */
      readonly message: string;
      /** Questions that would be understood, 1..8. */
      readonly suggestions: readonly string[];
      /** What else is to be known, whole sentences: that a language model did not answer. */
      readonly notes?: readonly string[];
    };

/** May take its time; must never throw for whatever a person types. */
export type QuestionReader = (
  question: Question,
  context: AskContext,
) => Reading | Promise<Reading>;
