/** The recommended model, offered with what it is worth. Nothing is fetched that was not agreed to. */

import { listModels } from '../../engine/models/installed.ts';
import type { ModelEntry } from '../../engine/models/list.ts';

/** Mean absolute error of the count, people a picture. Source: `bench/accuracy/results.json`; a test compares them. */
export const COUNT_ERRORS: readonly (readonly [pictures: string, person: number, model: number])[] =
  [
    ['photographs of up to 12 people', 2.05, 1.41],
    ['surveillance cameras', 0.33, 0.17],
    ['exercises', 0.25, 0.17],
  ];

/** The model the figures are of. */
export const OFFERED = 'yolox-nano';
const OFFERED_MB = 3.7;

/** What is there to be offered; null where a model is installed already, by name. */
export async function offerOf(
  modelsDir: string,
): Promise<{ readonly installed: string | null; readonly offered: ModelEntry | null }> {
  const models = await listModels(modelsDir);
  const installed = models.find((model) => model.installed !== null);
  const offered = models.find(({ name }) => name === OFFERED) ?? null;
  return { installed: installed?.name ?? null, offered };
}

/** Why a model is worth having, for a person who has none. */
export function offerText({ name, licence, source }: ModelEntry): string {
  const width = Math.max(...COUNT_ERRORS.map(([pictures]) => pictures.length));
  const rows = COUNT_ERRORS.map(
    ([pictures, person, model]) =>
      `  ${pictures.padEnd(width)}   ${person.toFixed(2).padEnd(6)}   ${model.toFixed(2)}`,
  );
  return [
    'People are found by a detector. One comes with the program, "person", and counts at once, also offline;',
    `the model ${name} counts better. Mean error of the count, in people a picture, on the same pictures:`,
    '',
    `  ${''.padEnd(width)}   person   ${name}`,
    ...rows,
    '',
    `${name} is a file of ${OFFERED_MB} MB from ${source}, licence ${licence}.`,
  ].join('\n');
}
