/**
 * The demo: what runs where there is no configuration. A text in the form of the file, read by the same reader, so that
 * it is checked like any other and shows a newcomer what to write.
 */

/**
 * Gym `demo` with four drawn rooms whose true head count is known. Sampled every second, so that counts are there within
 * seconds of the first start; four small drawn pictures a second are a few percent of a core.
 *
 * Counted by motion and not by `auto`: the people are drawn, and a model that has learnt from photographs does not know
 * drawn people, least of all lying ones. An installed model would make the demo worse.
 */
export const DEMO_TEXT = `gyms:
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
            url: scene:studio?seed=1
      - id: spin
        name: Spin Room
        capacity: 16
        cameras:
          - id: spin
            url: scene:spin?seed=2
      - id: weights
        name: Weights Floor
        capacity: 24
        cameras:
          - id: weights
            url: scene:weights?seed=3
      - id: yoga
        name: Yoga Loft
        capacity: 18
        cameras:
          - id: yoga
            url: scene:yoga?seed=4
detectors:
  # These people are drawn. For a real camera leave this out, and install a model.
  default: motion
sampling:
  class_period: 1s
  idle_period: 1s
`;
