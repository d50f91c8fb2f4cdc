/** The measures that a question asks for, while they are being found: by the words that name them. */

import type { MeasureName } from '../../../../gym/figures/catalogue.ts';
import type { Mark } from '../../marks/mark.ts';
import type { Stop } from '../draft.ts';

export interface Asked {
  /** By the mark that names them, in the order of the text. */
  readonly of: Map<Mark, readonly MeasureName[]>;
  /** "per class" means each class: nothing else is broken down. */
  readonly isPerSeries: boolean;
}

export const noSuch = (message: string): Stop => ({ stop: 'not_known_here', message });

export const has = (of: Asked['of'], measure: MeasureName): boolean =>
  [...of.values()].some((measures) => measures.includes(measure));
export const replace = (
  of: Map<Mark, readonly MeasureName[]>,
  from: MeasureName,
  to: MeasureName,
): void => {
  for (const [mark, measures] of of) {
    if (measures.includes(from))
      of.set(
        mark,
        measures.map((one) => (one === from ? to : one)),
      );
  }
};
export const drop = (of: Map<Mark, readonly MeasureName[]>, measure: MeasureName): void => {
  for (const [mark, measures] of of) if (measures.includes(measure)) of.delete(mark);
};
