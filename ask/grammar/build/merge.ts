/** A follow-up edits the query before: what it names takes the place of the same there, the rest stays. */

import type { QueryFilter } from '../../../gym/figures/query.ts';
import type { Draft } from './draft.ts';

export function merged(own: Draft, base: Draft): Draft {
  if (own.kind !== 'figures' || base.kind !== 'figures') {
    return {
      ...own,
      where: own.where.length > 0 ? mergedWhere(own.where, base.where) : base.where,
    };
  }
  const isMeasured = own.measures.length > 0;
  const order = mergedOrder(own, base);
  const measures = isMeasured ? own.measures : base.measures;
  return {
    ...base,
    measures,
    by: own.by.length > 0 ? own.by : base.by,
    where: mergedWhere(own.where, base.where),
    having:
      own.having.length > 0 ? own.having : base.having.filter(([one]) => measures.includes(one)),
    order,
    limit: own.limit ?? (own.by.length > 0 && own.order.length === 0 ? null : base.limit),
    range: own.range ?? base.range,
    span: own.range === null ? base.span : own.span,
    compare: own.compare ?? (own.range === null ? base.compare : null),
  };
}

function mergedOrder(own: Draft, base: Draft): Draft['order'] {
  if (own.order.length > 0) return own.order;
  if (own.by.length > 0) return [];
  const [measure] = own.measures;
  if (measure === undefined || own.measures.some((one) => base.measures.includes(one)))
    return base.order;
  return base.order.map(([, direction]) => [measure, direction]);
}

/** "and Darius?" after Tom; "without Fridays" besides what was kept. */
function mergedWhere(own: readonly QueryFilter[], base: readonly QueryFilter[]): QueryFilter[] {
  const isReplaced = ([dim, op]: QueryFilter): boolean =>
    own.some(
      ([other, otherOp]) => isSame(dim, other) && (op === 'is_not') === (otherOp === 'is_not'),
    );
  return [...base.filter((one) => !isReplaced(one)), ...own];
}

/** A clock time and a part of the day say the same thing. */
function isSame(one: string, other: string): boolean {
  const kindOf = (dim: string): string => (dim === 'start_time' ? 'part_of_day' : dim);
  return kindOf(one) === kindOf(other);
}
