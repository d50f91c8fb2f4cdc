/** The texts of the live picture and of the zones on it. */

import type { Kind } from '../zones/draft.ts';

export const ZONES = {
  label: 'Zones',
  stage:
    'The picture with its zones. Arrow keys move the chosen corner by 1 percent, with Shift by 5.',
  kinds: {
    count: ['count', 'People in it are counted. Without such a zone the whole picture is.'],
    ignore: [
      'ignore',
      'People in it are not counted: mirrors, windows, screens, racks. It is hidden in every picture.',
    ],
    staff: ['staff', 'People in it are counted as staff: where the trainer stands.'],
    overlap: [
      'overlap',
      'Floor that another camera sees too, with a zone of the same name: people in it count once.',
    ],
  } as Readonly<Record<Kind, readonly [name: string, meaning: string]>>,
  anchors: { bottom_centre: 'their feet', centre: 'the middle of them' },
  add: 'Add a zone',
  none: 'No zones yet: the whole picture is counted.',
  remove: 'Delete this zone',
  undo: 'Undo',
  redo: 'Redo',
  save: 'Save',
  saving: 'Saving …',
  saved: 'Saved. The next count uses these zones.',
  changed:
    'Somebody changed turnout.yaml meanwhile. These are its zones now. Undo shows yours: you can save them then.',
  unsaved: 'Not saved yet.',
  name: 'Name',
  kind: 'Kind',
  anchor: 'People are where',
  anchorEnd: 'is',
  corners: 'Corners, in percent of the picture',
  corner: 'Corner',
  fromLeft: 'from left',
  fromTop: 'from top',
  addCorner: 'Add a corner after it',
  removeCorner: 'Delete this corner',
  most: 'A camera has at most 16 zones.',
} as const;

export const LOOK = {
  alt: (camera: string) => `What ${camera} sees`,
  waiting: 'Waiting for a picture …',
  age: (seconds: number) =>
    seconds < 1 ? 'A picture of this second.' : `A picture of ${seconds} s ago.`,
  kept: 'Pictures are shown, and never stored.',
  stopped: 'Stopped while this page is hidden.',
} as const;

export const percent = (ratio: number) => String(Math.round(ratio * 1000) / 10);

export function cornerName(at: number, of: number, [x, y]: readonly [number, number]): string {
  return `Corner ${at + 1} of ${of}, ${percent(x)} percent from left, ${percent(y)} from top`;
}

export function tallyWords({
  counted,
  staff,
  ignored,
}: {
  readonly counted: number;
  readonly staff: number;
  readonly ignored: number;
}): string {
  return `${counted} counted · ${staff} staff · ${ignored} ignored`;
}
