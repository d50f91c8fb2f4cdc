/** What a box says of its gym. */

import type { SettingsData } from '../../chain/messages/kinds.ts';
import type { AmountsConfig, GymConfig } from '../../config/config.ts';

export function settingsOf(gym: GymConfig): SettingsData {
  const { economics, verdicts } = gym;
  const amounts = (one: AmountsConfig) => ({
    revenue_per_visit_milli: one.revenuePerVisitMilli,
    flat_pay_milli: one.flatPayMilli,
    per_head_pay_milli: one.perHeadPayMilli,
    room_cost_milli: one.roomCostMilli,
    variable_cost_milli: one.variableCostMilli,
  });
  return {
    id: gym.id,
    name: gym.name,
    timezone: gym.timezone,
    currency: gym.currency,
    rooms: gym.rooms.map(({ id, name, capacity, cameras }) => ({
      id,
      name,
      capacity,
      has_camera: cameras.some(({ isEnabled }) => isEnabled),
    })),
    room_names: gym.schedule.map(({ id, rooms }) => ({ source: id, rooms: { ...rooms } })),
    economics: {
      ...amounts(economics),
      classes: economics.classes.map((one) => ({ name: one.name, ...amounts(one) })),
      trainers: economics.trainers.map((one) => ({
        name: one.name,
        flat_pay_milli: one.flatPayMilli,
        per_head_pay_milli: one.perHeadPayMilli,
      })),
    },
    verdicts: {
      dead_below: verdicts.deadBelow,
      weak_below: verdicts.weakBelow,
      fair_below: verdicts.fairBelow,
      full_from: verdicts.fullFrom,
      loss_share: verdicts.lossShare,
      min_occurrences: verdicts.minOccurrences,
      no_show_alert: verdicts.noShowAlert,
    },
    hides_small_counts: gym.hidesSmallCounts === true,
  };
}
