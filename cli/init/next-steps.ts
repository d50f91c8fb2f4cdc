/** What to do after `turnout init`, as commands that can be pasted. */

import { BETTER_MODEL_COMMAND } from '../../engine/counting/configured-detectors.ts';
import type { GymPlan } from './plan.ts';

export interface Surroundings {
  /** Variables of the process and of `secrets.env`. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Where the variables of a service are written. */
  readonly secretsFile: string;
  /** Whether a model is installed. */
  readonly hasModel: boolean;
  /** Whether a server runs, which takes the configuration up by itself. */
  readonly isRunning: boolean;
}

export interface Step {
  readonly command: string;
  readonly why: string;
}

export function nextSteps(
  plan: GymPlan,
  { variables, secretsFile, hasModel, isRunning }: Surroundings,
): Step[] {
  // Started by npx, the command is on no path.
  const turnout = variables['npm_command'] === 'exec' ? 'npx turnout' : 'turnout';
  const cameras = plan.rooms.flatMap((room) => room.cameras);
  const [room] = plan.rooms;
  const [camera] = cameras;
  return [
    ...variablesOf(plan)
      .filter((name) => !variables[name])
      .map((name) => ({
        command: `export ${name}=…`,
        why: `before each start; for a service write ${name}=… into ${secretsFile}`,
      })),
    ...(hasModel
      ? []
      : [
          {
            command: BETTER_MODEL_COMMAND.replace('turnout', turnout),
            why: 'counts better than person',
          },
        ]),
    camera === undefined
      ? {
          command: `${turnout} camera add ${room?.id ?? 'studio'} rtsp://… --room ${room?.id ?? 'studio'}`,
          why: 'connects to it first',
        }
      : {
          command: `${turnout} camera test ${camera.id}`,
          why: 'counts for ten seconds, writes camera-test.png',
        },
    ...(plan.schedule === null
      ? [{ command: `${turnout} schedule import classes.ics`, why: 'or .csv, .xlsx, .json' }]
      : []),
    isRunning
      ? {
          command: `${turnout} setup-code`,
          why: 'a code to sign in with, from the running server, which has loaded this',
        }
      : { command: `${turnout} serve`, why: 'shows the address, and a code to sign in with' },
    { command: `${turnout} status`, why: 'in another terminal: cameras, counts, detector' },
  ];
}

/** Names of the variables that the plan wants set. */
export function variablesOf({ rooms, schedule }: GymPlan): string[] {
  const urls = [...rooms.flatMap(({ cameras }) => cameras.map(({ url }) => url)), schedule ?? ''];
  const names = urls.flatMap((url) =>
    [...url.matchAll(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g)].map(([, name = '']) => name),
  );
  return [...new Set(names)];
}

/** The steps for a person, the commands in one column. */
export function stepLines(steps: readonly Step[]): string[] {
  const width = Math.max(...steps.map(({ command }) => command.length));
  return steps.map(({ command, why }) => `  ${command.padEnd(width)}  # ${why}`);
}
