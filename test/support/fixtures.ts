/**
 * The files that tests and benches need and that are too large for the repository, or are not ours to hand on: where
 * each comes from, and which it is by its SHA-256. `npx tsx scripts/fetch-fixtures.ts` fetches them into `.fixtures/`; a folder `shared`
 * next to the checkout is used where it has them already. What needs a file that is in neither is skipped, and says so.
 */

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { MODELS } from '../../engine/models/list.ts';

export interface Fixture {
  readonly file: string;
  /** Folder of it inside `shared`. */
  readonly kind: 'models' | 'media';
  readonly sha256: string;
  /** Null where no one publishes this very file. */
  readonly address: string | null;
  readonly licence: string;
}

/** Where fetched files are. */
export const FIXTURE_FOLDER = '.fixtures';
const SHARED_FOLDER = join('..', 'shared');

/** A recording of 139 s: people come to a table one at a time and leave. */
const RECORDING: Fixture = {
  file: 'one-by-one-person-detection.mp4',
  kind: 'media',
  sha256: 'a5964aa259099a482a8b360ffc2c57b5a30f84d5919236a4dad01f8e929ac07c',
  address:
    'https://raw.githubusercontent.com/intel-iot-devkit/sample-videos/294517a8d149759972f9a0501accde274e469ba5/one-by-one-person-detection.mp4',
  licence: 'CC-BY-4.0',
};

/** Files whose name says more than that of their model: the form in which they were exported. */
const EXPORTED_AS: Readonly<Record<string, string>> = {
  'deimv2-femto': 'deimv2_femto_coco_416.onnx',
  'rtmdet-nano-person': 'rtmdet_nano_person_mmdeploy.onnx',
};

/** The models that tests know: their weights stay out of the repository, as `turnout model install` fetches them. */
export const FIXTURES: readonly Fixture[] = [
  RECORDING,
  ...MODELS.flatMap(({ name, testedSha256: sha256, address, licence }): Fixture[] => {
    const file = EXPORTED_AS[name] ?? `${name.replaceAll('-', '_')}.onnx`;
    return sha256 === null ? [] : [{ file, kind: 'models', sha256, address, licence }];
  }),
];

/** Path of a fixture: where it is, or else where `npx tsx scripts/fetch-fixtures.ts` puts it. */
export function fixturePath(file: string): string {
  const fixture = FIXTURES.find((one) => one.file === file);
  if (fixture === undefined) throw new Error(`expected the name of a fixture, got ${file}`);
  const fetched = resolve(FIXTURE_FOLDER, file);
  const shared = resolve(SHARED_FOLDER, fixture.kind, file);
  return !existsSync(fetched) && existsSync(shared) ? shared : fetched;
}

/**
 * Folder of the labelled pictures that detectors are judged and trained on. They are nowhere to be fetched from: 4,074
 * pictures of four collections, of which only some may be handed on. `--data` and `--models` of the commands name others.
 */
export const LABELLED_PICTURES = join(SHARED_FOLDER, 'training');
/** Folder of the models that detectors are compared with. */
export const COMPARED_MODELS = join(SHARED_FOLDER, 'models');
