/** One camera, asked for: its address, where its password is stored, and whether it answers. */

import { addressFault } from '../../config/address.ts';
import { messageOf } from '../../errors.ts';
import { redactText } from '../../runtime/log/redaction.ts';
import { absolute, schemeMeant } from '../address.ts';
import { askPasswordPlace } from '../stored-password.ts';
import { chooseFound, FIND, type LookForCameras } from './find-camera.ts';
import type { CameraPlan } from './plan.ts';
import type { Prompts } from './prompts.ts';

/** How a camera is tried out. */
export interface CameraTrial {
  /** Whether it is connected to at all. */
  readonly isWanted: boolean;
  /** Connects; what it sends, in words. Throws why it does not answer. */
  connect(id: string, url: string): Promise<string>;
  /** Looks for cameras in this network, where that is asked for. */
  readonly look: LookForCameras;
}

const MIRRORS =
  'Does it see a mirror, a window, a screen or a rack? People in a mirror are counted twice, and things may be taken for people.';

/** The camera, or null where none is wanted. */
export async function askCamera(
  prompts: Prompts,
  { id, room }: { id: string; room: string },
  trial: CameraTrial,
): Promise<CameraPlan | null> {
  for (;;) {
    const typed = await prompts.text({
      message: `Address of a camera that looks into ${room} (empty: later; ${FIND}: ask this network). Take its sub-stream where it has one.`,
      isOptional: true,
      example: 'rtsp://viewer:$' + '{HALL_PASSWORD}@192.0.2.10:554/sub',
      fault: (text) => (text === FIND ? null : addressFaultText(text)),
    });
    if (typed === '') return null;
    const found = typed === FIND ? await chooseFound(prompts, trial.look) : typed;
    if (found === null) continue;
    const url = absolute(found);
    const next = trial.isWanted ? await tryOut(prompts, id, () => trial.connect(id, url)) : 'keep';
    if (next === 'leave') return null;
    if (next === 'keep') {
      const stored = await askPasswordPlace(prompts, id, url);
      return { id, ...stored, hasMirror: await prompts.confirm(MIRRORS, false) };
    }
  }
}

async function tryOut(
  prompts: Prompts,
  id: string,
  connect: () => Promise<string>,
): Promise<'keep' | 'again' | 'leave'> {
  if (!(await prompts.confirm('Connect to it now, to see that it answers?', true))) return 'keep';
  const end = prompts.wait('connecting, up to ten seconds');
  try {
    end(`Camera ${id} answers: ${await connect()}.`);
    return 'keep';
  } catch (error) {
    end(`It does not answer. ${redactText(messageOf(error))}.`);
    return prompts.choose('What now?', [
      { value: 'again', label: 'type the address again' },
      { value: 'keep', label: 'keep it as it is: the server goes on trying' },
      { value: 'leave', label: 'leave this camera out' },
    ]);
  }
}

/** What is wrong with an address that was typed, for a question; null when nothing is. */
export function addressFaultText(text: string): string | null {
  const fault = addressFault(text);
  if (fault === null) return null;
  const meant = schemeMeant(text);
  const hint = meant === null ? '' : `; did you mean ${meant}:?`;
  return `an address such as rtsp://viewer:\${HALL_PASSWORD}@192.0.2.10/sub, got ${fault}${hint}`;
}
