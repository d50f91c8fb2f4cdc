/** A gym as somebody sees it who may not see money: what classes earn and cost is unknown in it, and judges none of them. */

import type { EconomicsConfig } from '../../config/config.ts';
import type { GymView, ReportGym } from './view.ts';

const UNKNOWN: EconomicsConfig = {
  revenuePerVisitMilli: null,
  flatPayMilli: null,
  perHeadPayMilli: null,
  roomCostMilli: null,
  variableCostMilli: null,
  classes: [],
  trainers: [],
};

const views = new WeakMap<GymView, GymView>();
/** By the list of sessions: views of one second after another share it, and the figures that are cached with it. */
const lists = new WeakMap<GymView['sessions'], GymView['sessions']>();
const gyms = new WeakMap<ReportGym, ReportGym>();

/** The same object for the same view. O(sessions) for a new list of them. */
export function withoutMoney(view: GymView): GymView {
  return keptIn(views, view, () => ({
    ...view,
    gym: keptIn(gyms, view.gym, () => ({ ...view.gym, economics: UNKNOWN })),
    sessions: keptIn(lists, view.sessions, () =>
      view.sessions.map((session) => ({ ...session, revenueMilli: null })),
    ),
  }));
}

function keptIn<Value extends object>(
  store: WeakMap<Value, Value>,
  owner: Value,
  make: () => Value,
): Value {
  const known = store.get(owner);
  if (known !== undefined) return known;
  const made = make();
  store.set(owner, made);
  return made;
}
