/** One camera, asked for: its address, where its password is kept, and whether it answers. */

import { addressFault } from '../../config/values/address.ts';
import { messageOf } from '../../errors.ts';
import { redactText } from '../../runtime/redaction.ts';
import { absolute } from '../address.ts';
import type { CameraPlan } from './plan.ts';
import type { Prompts } from './prompts.ts';

/** How a camera is tried out. */
export interface CameraTrial {
  /** Whether it is connected to at all. */
  readonly isWanted: boolean;
  /** Connects; what it sends, in words. Throws why it does not answer. */
  connect(id: string, url: string): Promise<string>;
}

/** The camera, or null where none is wanted. */
export async function askCamera(
  prompts: Prompts,
  { id, room }: { id: string; room: string },
  trial: CameraTrial,
): Promise<CameraPlan | null> {
  for (;;) {
    const typed = await prompts.text({
      message: `Address of a camera that looks into ${room} (empty: later). Take its sub-stream where it has one.`,
      isOptional: true,
      example: 'rtsp://viewer:$' + '{HALL_PASSWORD}@192.0.2.10:554/sub',
      fault: addressFaultText,
    });
    if (typed === '') return null;
    const url = absolute(typed);
    const next = trial.isWanted ? await tryOut(prompts, id, () => trial.connect(id, url)) : 'keep';
    if (next === 'leave') return null;
    if (next === 'keep') return { id, ...(await withoutPassword(prompts, id, url)) };
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

/** The address with its password in a variable, where the person wants that, and what the variable is to be. */
async function withoutPassword(
  prompts: Prompts,
  id: string,
  url: string,
): Promise<Omit<CameraPlan, 'id'>> {
  const { password } = URL.canParse(url) ? new URL(url) : { password: '' };
  const typed = /^[a-z]+:\/\/[^/?#]*?:([^/?#]*)@/i.exec(url)?.[1] ?? '';
  if (password === '' || typed === '' || typed.includes('${')) return { url };
  const variable = variableFor(id);
  const place = await prompts.choose('Where should its password be stored?', [
    {
      value: 'secrets',
      label: `in secrets.env in the data folder, as ${variable}; only you can read it`,
    },
    {
      value: 'variable',
      label: `in the environment, as ${variable}: you set it before each start`,
    },
    { value: 'file', label: 'in turnout.yaml' },
  ]);
  if (place === 'file') return { url };
  const withVariable = url.replace(`:${typed}@`, `:\${${variable}}@`);
  return place === 'secrets'
    ? { url: withVariable, secret: { name: variable, value: typed } }
    : { url: withVariable };
}

/** `MAIN_HALL_PASSWORD` for the camera `main-hall`. */
export function variableFor(id: string): string {
  const name = `${id.replaceAll('-', '_').toUpperCase()}_PASSWORD`;
  return /^[A-Z_]/.test(name) ? name : `CAMERA_${name}`;
}

function addressFaultText(text: string): string | null {
  const fault = addressFault(absolute(text));
  return fault === null
    ? null
    : `an address such as rtsp://viewer:\${HALL_PASSWORD}@192.0.2.10/sub, got ${fault}`;
}
