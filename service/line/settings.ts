/** The settings of a gym as its head office gets them: what reports must know, and nothing of its cameras' addresses. */

import type { SettingsData } from '../../chain/messages/kinds.ts';
import type { AmountsConfig, GymConfig } from '../../config/config.ts';

export function settingsOf(gym: GymConfig): SettingsData {
  const { economics, verdicts } = gym;
  return {
    id: gym.id,
    name: gym.name,
    timezone: gym.timezone,
    currency: gym.currency,
    rooms: gym.rooms.map(({ id, name, capacity, cameras }) => ({
      id,
      name,
      capacity,
      has_camera: cameras.some(({ enabled }) => enabled),
    })),
    room_names: gym.schedule.map(({ id, rooms }) => ({ source: id, rooms: { ...rooms } })),
    economics: {
      ...amountsOf(economics),
      classes: economics.classes.map((one) => ({ name: one.name, ...amountsOf(one) })),
      trainers: economics.trainers.map(({ name, flatPayMilli, perHeadPayMilli }) => ({
        name,
        flat_pay_milli: flatPayMilli,
        per_head_pay_milli: perHeadPayMilli,
      })),
    },
    families: Object.fromEntries(
      Object.entries(gym.families).map(([name, classes]) => [name, [...classes]]),
    ),
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

function amountsOf(amounts: AmountsConfig) {
  return {
    revenue_per_visit_milli: amounts.revenuePerVisitMilli,
    flat_pay_milli: amounts.flatPayMilli,
    per_head_pay_milli: amounts.perHeadPayMilli,
    room_cost_milli: amounts.roomCostMilli,
    variable_cost_milli: amounts.variableCostMilli,
  };
}
