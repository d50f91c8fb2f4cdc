/**
 * The demo: what runs where there is no configuration. A text in the form of the file, read by the same reader, so that
 * it is checked like any other and shows a newcomer what to write.
 */

/**
 * From the start to the first class, s. Doors open at the start: the class before has just left, for some 40 s the rooms
 * are empty, then people come in one by one. So a background model sees the rooms before the people (see the rhythm of
 * scenes), and a newcomer sees the counts rise.
 */
const CLASS_BEGINS_AFTER_S = 284;

/**
 * Gym `demo` with four drawn rooms whose true head count is known. Sampled every second, so that counts are there within
 * seconds of the first start; four small drawn pictures a second are a few percent of a core.
 *
 * Counted by motion and not by `auto`: the people are drawn, and a model that has learnt from photographs does not know
 * drawn people, least of all lying ones. An installed model would make the demo worse.
 */
export function demoText(nowUtcMs: number): string {
  const epoch = Math.round(nowUtcMs / 1000) + CLASS_BEGINS_AFTER_S;
  return `gyms:
  - id: demo
    name: Demo Gym
    timezone: Europe/London
    currency: GBP
    rooms:
      - id: studio
        name: Studio
        capacity: 20
        cameras:
          - id: studio
            url: scene:studio?seed=1&epoch=${epoch}
      - id: spin
        name: Spin Room
        capacity: 16
        cameras:
          - id: spin
            url: scene:spin?seed=2&epoch=${epoch}
      - id: weights
        name: Weights Floor
        capacity: 24
        cameras:
          - id: weights
            url: scene:weights?seed=3&epoch=${epoch}
      - id: yoga
        name: Yoga Loft
        capacity: 18
        cameras:
          - id: yoga
            url: scene:yoga?seed=4&epoch=${epoch}
detectors:
  # These people are drawn. For a real camera leave this out, and install a model.
  default: motion
sampling:
  class_period: 1s
  idle_period: 1s
`;
}
