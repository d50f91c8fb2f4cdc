/** The answer to a query as it goes over the wire: its head, and what was computed as it stands. */

import { formatInstant } from '../../calendar/zone.ts';
import type { GymView } from '../../sessions/view.ts';
import type { FiguresAnswer } from '../answer.ts';
import type { FiguresBody } from './schema.ts';

export function figuresBody(
  { possible: _, ...answer }: FiguresAnswer,
  { gym, nowUtcMs }: Pick<GymView, 'gym' | 'nowUtcMs'>,
): FiguresBody {
  const { id: gym_id, timezone, currency } = gym;
  const generated_at = formatInstant(timezone, nowUtcMs);
  return { gym_id, timezone, currency, generated_at, ...answer };
}
