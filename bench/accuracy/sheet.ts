/** The pictures that a detector counts worst, side by side, with what it saw and whom it missed. */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { type AnnotatedBox, annotatePng } from '../../engine/pictures/annotate.ts';
import { counted, type LookedPicture } from './figures.ts';
import { matchPicture } from './matching.ts';

const COLUMNS = 4;
const CELL = { width: 480, height: 400 };
/** Annotations are drawn at this scale, so that they are readable over pictures of 416 px. */
const DRAWN = 2;

export interface SheetOptions {
  readonly dataDir: string;
  readonly threshold: number;
  readonly most: number;
}

/** The pictures with the largest errors, at most one a group. */
export function worstOf(
  looked: readonly LookedPicture[],
  { threshold, most }: Pick<SheetOptions, 'threshold' | 'most'>,
): readonly LookedPicture[] {
  const errorOf = (one: LookedPicture) => {
    const { count, truth } = counted(one, threshold);
    return Math.abs(count - truth);
  };
  const groups = new Set<string>();
  return looked
    .filter((one) => errorOf(one) > 0)
    .toSorted((a, b) => errorOf(b) - errorOf(a))
    .filter(({ picture }) => {
      const isNew = !groups.has(picture.group);
      groups.add(picture.group);
      return isNew;
    })
    .slice(0, most);
}

/**
 * Writes a PNG with the worst pictures: green boxes are people found, yellow ones detections of nobody, grey ones people
 * missed or too unsure to count, with the label's score.
 */
export async function writeSheet(
  file: string,
  looked: readonly LookedPicture[],
  options: SheetOptions,
): Promise<void> {
  const worst = worstOf(looked, options);
  if (worst.length === 0) return;
  const cells = await Promise.all(
    worst.map(async (one, at) => ({
      input: await sharp(await drawn(one, options))
        .resize(CELL.width, CELL.height, { fit: 'contain', background: '#111' })
        .png()
        .toBuffer(),
      left: (at % COLUMNS) * CELL.width,
      top: Math.floor(at / COLUMNS) * CELL.height,
    })),
  );
  const rows = Math.ceil(worst.length / COLUMNS);
  const size = { width: COLUMNS * CELL.width, height: rows * CELL.height };
  const sheet = sharp({ create: { ...size, channels: 3, background: '#111' } }).composite(cells);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, await sheet.png().toBuffer());
}

async function drawn(one: LookedPicture, { dataDir, threshold }: SheetOptions): Promise<Buffer> {
  const { picture, found } = one;
  const large = await sharp(readFileSync(join(dataDir, picture.file)))
    .resize(picture.width * DRAWN, picture.height * DRAWN)
    .png()
    .toBuffer();
  const kept = found.filter(({ score }) => score >= threshold);
  const { marks, missed } = matchPicture(picture.labels, kept);
  const boxes: AnnotatedBox[] = [
    ...missed.map(({ box, score }) => ({ box, score, verdict: 'ignored' as const })),
    ...kept.map(({ box, score }, at) => ({
      box,
      score,
      verdict: ({ right: 'counted', wrong: 'staff', ignored: 'ignored' } as const)[
        marks[at] ?? 'wrong'
      ],
    })),
  ];
  const { count, truth } = counted(one, threshold);
  return annotatePng(
    { encoded: large },
    {
      detections: boxes.map((each) => ({ ...each, box: enlarged(each.box) })),
      count,
      title: `of ${truth} · ${picture.file.replace('images/', '')}`,
    },
  );
}

function enlarged(box: AnnotatedBox['box']): AnnotatedBox['box'] {
  const [x1, y1, x2, y2] = box;
  return [x1 * DRAWN, y1 * DRAWN, x2 * DRAWN, y2 * DRAWN];
}
