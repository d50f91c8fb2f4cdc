/** Where the model that comes with the program lies. */

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The file next to this one; from a bundle in `dist/`, the one among the sources. */
export function ownModel(): string {
  const places = ['.', '..', '../..', '../../..'].map((way) =>
    fileURLToPath(
      new URL(
        way === '.' ? './person.onnx' : `${way}/detectors/person/person.onnx`,
        import.meta.url,
      ),
    ),
  );
  return places.find((place) => existsSync(place)) ?? places[0] ?? '';
}
