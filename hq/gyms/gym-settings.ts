/** What a box says of its gym becomes the configuration that reports are made with: everything else of it stays in the box. */

import { camelled, type SettingsData } from '../../chain/kinds.ts';
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
    goals: [],
    notify: [],
  };
}

/** @param id of the gym at the head office. */
export function gymOf(id: string, settings: SettingsData): GymConfig {
  const { economics, verdicts } = settings;
  const { classes, trainers, ...amounts } = economics;
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
      ...camelled<AmountsConfig>(amounts),
      classes: classes.map((one) => camelled(one)),
      trainers: trainers.map((one) => camelled(one)),
    },
    families: settings.families ?? {},
    verdicts: camelled(verdicts),
    goals: [],
    notify: [],
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
  sampling: { classPeriodMs: 5_000, idlePeriodMs: 60_000 },
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
