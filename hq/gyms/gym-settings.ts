/** What a box says of its gym becomes the configuration that reports are made with: everything else of it stays in the box. */

import type { SettingsData } from '../../chain/messages/kinds.ts';
import type { AmountsConfig, CameraConfig, GymConfig } from '../../config/config.ts';

/** A gym that has joined and said nothing of itself yet. */
export function gymWithoutSettings(id: string, name: string): GymConfig {
  return {
    id,
    name,
    timezone: 'UTC',
    currency: null,
    rooms: [],
    schedule: [],
    attendance: ATTENDANCE,
    economics: { ...NO_AMOUNTS, classes: [], trainers: [] },
    families: {},
    verdicts: VERDICTS,
  };
}

/** @param id of the gym at the head office. */
export function gymOf(id: string, settings: SettingsData): GymConfig {
  const { economics, verdicts } = settings;
  const gym: GymConfig = {
    id,
    name: settings.name,
    timezone: settings.timezone,
    currency: settings.currency,
    rooms: settings.rooms.map((room) => ({
      id: room.id,
      name: room.name,
      capacity: room.capacity,
      cameras: room.has_camera ? [CAMERA] : [],
      cameraRule: 'max',
      calibration: false,
    })),
    schedule: settings.room_names.map(({ source, rooms }) => ({
      id: source,
      url: '',
      format: 'auto',
      refreshMs: 0,
      columns: {},
      rooms,
    })),
    attendance: ATTENDANCE,
    economics: {
      ...amountsOf(economics),
      classes: economics.classes.map((one) => ({ name: one.name, ...amountsOf(one) })),
      trainers: economics.trainers.map((one) => ({
        name: one.name,
        flatPayMilli: one.flat_pay_milli,
        perHeadPayMilli: one.per_head_pay_milli,
      })),
    },
    families: settings.families ?? {},
    verdicts: {
      deadBelow: verdicts.dead_below,
      weakBelow: verdicts.weak_below,
      fairBelow: verdicts.fair_below,
      fullFrom: verdicts.full_from,
      lossShare: verdicts.loss_share,
      minOccurrences: verdicts.min_occurrences,
      noShowAlert: verdicts.no_show_alert,
    },
  };
  return settings.hides_small_counts ? { ...gym, hidesSmallCounts: true } : gym;
}

/** Stands for the cameras of a room: that there are some is all that the head office knows. */
const CAMERA: CameraConfig = {
  id: 'in-the-box',
  url: '',
  transport: 'tcp',
  enabled: true,
  detector: 'auto',
  detectorOptions: null,
  pixelUnit: null,
  sampling: { classPeriodMs: 5_000, idlePeriodMs: 60_000, idlePause: false },
  zones: [],
};

/** The box estimates: nothing here reads it. */
const ATTENDANCE: GymConfig['attendance'] = { percentile: 0.9, staff: 0, leadMs: 0, tailMs: 0 };

const NO_AMOUNTS: AmountsConfig = {
  revenuePerVisitMilli: null,
  flatPayMilli: null,
  perHeadPayMilli: null,
  roomCostMilli: null,
  variableCostMilli: null,
};

/** Until the box says its own. */
const VERDICTS: GymConfig['verdicts'] = {
  deadBelow: 0.3,
  weakBelow: 0.5,
  fairBelow: 0.7,
  fullFrom: 0.85,
  lossShare: 0.75,
  minOccurrences: 4,
  noShowAlert: 0.15,
};

function amountsOf(data: {
  readonly revenue_per_visit_milli: number | null;
  readonly flat_pay_milli: number | null;
  readonly per_head_pay_milli: number | null;
  readonly room_cost_milli: number | null;
  readonly variable_cost_milli: number | null;
}): AmountsConfig {
  return {
    revenuePerVisitMilli: data.revenue_per_visit_milli,
    flatPayMilli: data.flat_pay_milli,
    perHeadPayMilli: data.per_head_pay_milli,
    roomCostMilli: data.room_cost_milli,
    variableCostMilli: data.variable_cost_milli,
  };
}
