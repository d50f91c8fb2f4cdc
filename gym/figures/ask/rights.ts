/**
 * What a trainer may ask: their own classes, and nothing of money. The one rule for the endpoint, the tool, the command
 * and questions in words.
 */

import { findName } from '../../sessions/find-name.ts';
import type { Trainer } from '../../sessions/session.ts';
import { isOfMoney } from '../catalogue.ts';
import { DIMENSIONS } from '../dimensions.ts';
import { measuresIn, type NormalQuery } from '../query.ts';
import type { QueryRefusal } from './resolve-names.ts';

/** The query cut to one trainer's classes, or why it is refused: alike whether or not others exist. */
export function cutTo(own: Trainer | null, query: NormalQuery): NormalQuery | QueryRefusal {
  if (own === null) return forbidden('The trainer of this key is not known in its gym.');
  const money = measuresIn(query).find(isOfMoney);
  if (money !== undefined) {
    return forbidden(`A key of role trainer sees no money: not ${money}.`);
  }
  const names = [...query.by, ...query.where.map(([name]) => name)];
  const restricted = names.find((name) => DIMENSIONS[name].isRestricted);
  if (restricted !== undefined) {
    return forbidden(`A key of role trainer does not see ${restricted}.`);
  }
  const asked = query.where
    .filter(([name]) => name === 'trainer')
    .flatMap(([, , values]) => values);
  const isOther = asked.some(
    (value) => typeof value !== 'string' || findName([own], value).kind !== 'one',
  );
  if (isOther)
    return forbidden('This key may see the figures of its own trainer, and of no other.');
  return { ...query, where: [...query.where, ['trainer', 'is', [own.id]]] };
}

function forbidden(detail: string): QueryRefusal {
  return { code: 'forbidden', detail };
}
