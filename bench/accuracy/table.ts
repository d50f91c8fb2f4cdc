/** Errors of counts as a table in Markdown, a row for each part of the pictures. */

import { type CountErrors, type CountedPicture, countErrors } from './figures.ts';

export interface Part<Picture> {
  readonly name: string;
  readonly has: (picture: Picture) => boolean;
}

/** One line a part that has pictures. */
export function errorTable<Picture extends { readonly counted: CountedPicture }>(
  pictures: readonly Picture[],
  parts: readonly Part<Picture>[],
): string {
  const rows = parts.flatMap(({ name, has }) => {
    const errors = countErrors(pictures.filter(has).map((one) => one.counted));
    return errors === null ? [] : [rowOf(name, errors)];
  });
  return [
    '| pictures | number | people | count error | bias | within one | within two |',
    '|---|---:|---:|---:|---:|---:|---:|',
    ...rows,
  ].join('\n');
}

function rowOf(name: string, errors: CountErrors): string {
  const { pictures, people, mae, maeSe, bias, withinOne, withinTwo } = errors;
  const shares = [withinOne, withinTwo].map((share) => `${Math.round(share * 100)} %`);
  const signed = `${bias > 0 ? '+' : ''}${bias.toFixed(2)}`;
  const error = `${mae.toFixed(2)} ± ${maeSe.toFixed(2)}`;
  return `| ${[name, pictures, people, error, signed, ...shares].join(' | ')} |`;
}
