/** An example for the help of each command that does not bring its own. */

import type { Command } from 'commander';

const EXAMPLES: Readonly<Record<string, string>> = {
  camera: 'turnout camera list',
  schedule: 'turnout schedule import classes.ics',
  class: 'turnout class list',
  key: 'turnout key create --gym riverside --role manager',
  'sign-in': 'turnout sign-in list',
  notify: 'turnout notify test owners',
  detectors: 'turnout detectors',
  'detectors check': 'turnout detectors check ./my-detector.js',
  model: 'turnout model list',
  'model list': 'turnout model list --json',
  'model install': 'turnout model install yolox-nano',
  'model remove': 'turnout model remove yolox-nano',
};

/** Adds the examples to the commands of `program`. */
export function addExamples(program: Command): void {
  for (const [path, example] of Object.entries(EXAMPLES)) {
    let command: Command | undefined = program;
    for (const name of path.split(' ')) {
      command = command?.commands.find((child) => child.name() === name);
    }
    command?.addHelpText('after', `\nExample:\n  ${example}`);
  }
}
