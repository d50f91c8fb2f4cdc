/** A plan as the text of `turnout.yaml`, with comments that say what else can be set. */

import { stringify } from 'yaml';
import type { CameraPlan, GymPlan, RoomPlan } from './plan.ts';

export function planText({ id, name, timezone, rooms, schedule }: GymPlan): string {
  const lines = [
    'gyms:',
    `  - id: ${id}`,
    `    name: ${written(name)}`,
    `    timezone: ${written(timezone)} # all dates and class times are of this zone`,
    '    # currency: EUR # of prices and pay, which "economics" wants: see docs/configuration.md',
    ...(rooms.length === 0 ? ['    rooms: []'] : ['    rooms:', ...rooms.flatMap(roomLines)]),
    ...scheduleLines(schedule),
    '',
    'detectors:',
    '  # The best that is here: an installed model, else "person", which comes with the program. See: turnout model list',
    '  default: auto',
    '',
  ];
  return lines.join('\n');
}

function roomLines({ id, name, capacity, cameras }: RoomPlan): string[] {
  return [
    `      - id: ${id}`,
    `        name: ${written(name)}`,
    capacity === null
      ? '        # capacity: 20 # people it holds; used where a class states no limit'
      : `        capacity: ${capacity} # people it holds; used where a class states no limit`,
    ...(cameras.length === 0
      ? [`        # A camera: turnout camera add ${id} ADDRESS --room ${id}`, '        cameras: []']
      : ['        cameras:', ...cameras.flatMap(cameraLines)]),
  ];
}

function cameraLines({ id, url }: CameraPlan): string[] {
  return [
    `          - id: ${id}`,
    `            url: ${written(url)}`,
    '            # zones: # mirrors to ignore, the trainer not to count: see docs/configuration.md',
  ];
}

function scheduleLines(schedule: string | null): string[] {
  return schedule === null
    ? [
        '    # Classes that are read again and again; a file is also brought in by: turnout schedule import FILE',
        '    # schedule:',
        '    #   - id: classes',
        '    #     url: https://calendar.example/classes.ics',
      ]
    : ['    schedule:', '      - id: classes', `        url: ${written(schedule)}`];
}

/** A text as YAML reads it back, on one line. */
function written(text: string): string {
  return stringify(text, { lineWidth: 0, singleQuote: false, blockQuote: false }).trimEnd();
}
