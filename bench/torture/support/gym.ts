/** The configuration that most parts start with: one gym, a room a camera, quick samples and no limit of rates. */

export interface GymOptions {
  /** Addresses of cameras, in order. */
  readonly cameras: readonly string[];
  /** Time between two samples of a camera, ms. */
  readonly periodMs: number;
  readonly detector?: string;
  /** Other sections of the configuration, or other values of these; merged one level deep. */
  readonly sections?: Readonly<Record<string, object>>;
}

export const GYM_ID = 'torture';

/** Camera 3 is `camera-3` in `room-3`. */
export function gymConfig(options: GymOptions): object {
  const { cameras, periodMs, detector = 'person', sections = {} } = options;
  const rooms = cameras.map((url, index) => ({
    id: `room-${index}`,
    cameras: [{ id: `camera-${index}`, url }],
  }));
  const period = `${periodMs}ms`;
  const base: Record<string, object> = {
    gyms: [{ id: GYM_ID, timezone: 'UTC', rooms }],
    detectors: { default: detector },
    sampling: { class_period: period, idle_period: period, workers: 1 },
    access: { key_requests_per_second: 1_000_000, address_requests_per_second: 1_000_000 },
  };
  for (const [name, section] of Object.entries(sections)) {
    base[name] = { ...base[name], ...section };
  }
  return base;
}

/** Drawn rooms: the cheapest cameras there are. */
export function sceneCameras(count: number): readonly string[] {
  const scenes = ['studio', 'yoga'];
  return Array.from(
    { length: count },
    (_, n) => `scene:${scenes[n % scenes.length]}?seed=${n + 1}`,
  );
}
