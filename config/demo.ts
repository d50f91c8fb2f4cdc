/**
 * The demo: what runs where there is no configuration. A text in the form of the file, read by the same reader, so that
 * it is checked like any other and shows a newcomer what to write.
 */

/**
 * From the start of the first class to that of the program, s: a class is running whenever somebody looks, and everyone who
 * comes to it is there.
 */
const CLASS_BEGAN_BEFORE_S = 600;
/**
 * How much earlier the classes of the spin room begin than the others, s. A class takes 50 of 60 minutes: where two rooms
 * have theirs by turns, one is always running.
 */
const ALTERNATE_S = 1800;

/**
 * Gym `demo` with four drawn rooms whose true head count is known. Sampled every second, so that counts are there within
 * seconds of the first start. Its classes are no source
 * in here: `service/demo` puts them into the history.
 *
 * Counted by motion and not by `auto`: the people are drawn, and a model that has learnt from photographs does not know
 * drawn people, least of all lying ones. An installed model would make the demo worse.
 */
export function demoText(nowUtcMs: number): string {
  const epoch = Math.round(nowUtcMs / 1000) - CLASS_BEGAN_BEFORE_S;
  const room = (id: string, name: string, capacity: number, seed: number, earlierS = 0) =>
    `{id: ${id}, name: ${name}, capacity: ${capacity}, cameras: [{id: ${id}, url: "scene:${id}?seed=${seed}&epoch=${epoch - earlierS}&empty_s=60"}]}`;
  return `gyms:
  - id: demo
    name: Demo Gym
    timezone: Europe/London
    currency: GBP
    rooms:
      - ${room('studio', 'Studio', 20, 5)}
      - ${room('spin', 'Spin Room', 16, 2, ALTERNATE_S)}
      - ${room('weights', 'Weights Floor', 24, 3)}
      - ${room('yoga', 'Yoga Loft', 18, 4)}
    attendance:
      staff: 0 # the drawn rooms have no trainer in the picture
    economics:
      revenue_per_visit: 9.50
      flat_pay: 28
      room_cost: 12
      variable_cost: 0.80
      classes: # part of joining: full, and it loses money
        - {name: Induction Circuit, revenue_per_visit: 3.50}
      trainers:
        - {name: Darius Khan, flat_pay: 34}
        - {name: Tom Ashworth, flat_pay: 18, per_head_pay: 1} # paid by the head
        - {name: Zoë Marchetti, flat_pay: 32}
detectors:
  # These people are drawn. For a real camera leave this out, and install a model.
  default: motion
sampling:
  class_period: 1s
  idle_period: 1s
`;
}
