/** Who is judged: every detector that ships with every model file that it can run. */

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Detector } from '../../detectors/detector.ts';
import { detachedEnv } from '../../detectors/env/owned-env.ts';
import { loadDetector } from '../../detectors/load.ts';
import { checkOptions } from '../../detectors/options.ts';
import { isTurnoutError } from '../../errors.ts';

/** Detectors that run a model file, in the order in which a file is offered to them. */
const MODEL_DETECTORS = ['yolox', 'gfl', 'detr', 'rtmdet', 'person'] as const;
/** What `person` runs unless it is told otherwise. */
const OWN_MODEL = join('detectors', 'person', 'person.onnx');
/** Below this no detection is kept: the far end of the curve of precision and recall. */
export const MIN_SCORE = 0.02;

export interface Subject {
  /** `yolox yolox_nano`, or `person own`. */
  readonly name: string;
  readonly detector: string;
  /** Path of the model; null where the detector brings its own. */
  readonly model: string | null;
  /** The first 12 digits of the SHA-256 of the model file. */
  readonly checksum: string;
  /** The score that ships as the default. */
  readonly threshold: number;
}

export interface NotJudged {
  readonly name: string;
  readonly reason: string;
}

/** All of them; `notJudged` says what is there and why it has no figures. */
export async function findSubjects(
  modelsDir: string,
): Promise<{ readonly subjects: readonly Subject[]; readonly notJudged: readonly NotJudged[] }> {
  const subjects = [await subjectOf('person', null, 'own')];
  const notJudged: NotJudged[] = [
    {
      name: 'motion',
      reason:
        'it learns a room from many pictures of one camera, and these are single ones; drawn rooms judge it: npx vitest run test/detectors/motion',
    },
  ];
  const files = existsSync(modelsDir) ? readdirSync(modelsDir).toSorted() : [];
  for (const file of files.filter((name) => name.endsWith('.onnx'))) {
    const subject = await subjectOfFile(modelsDir, file);
    if (subject === null) notJudged.push({ name: file, reason: 'no detector here can run it' });
    else subjects.push(subject);
  }
  return { subjects, notJudged };
}

/** Starts a subject with the options that ship and those of `changed`. The caller closes it. */
export async function startSubject(
  subject: Subject,
  changed: Readonly<Record<string, unknown>> = {},
): Promise<Detector> {
  const definition = await loadDetector(subject.detector, '.');
  const model = subject.model === null ? {} : { model: subject.model };
  const options = checkOptions(definition, { ...model, ...changed });
  return await definition.create(options, detachedEnv());
}

async function subjectOfFile(modelsDir: string, file: string): Promise<Subject | null> {
  for (const detector of MODEL_DETECTORS) {
    const subject = await subjectOf(detector, join(modelsDir, file), file.replace('.onnx', ''));
    try {
      await (await startSubject(subject)).close();
      return subject;
    } catch (error) {
      if (!isTurnoutError(error)) throw error;
    }
  }
  return null;
}

async function subjectOf(detector: string, model: string | null, label: string): Promise<Subject> {
  const options: Readonly<Record<string, unknown>> = checkOptions(
    await loadDetector(detector, '.'),
  );
  const threshold = Number(options['score_threshold']);
  const checksum = createHash('sha256')
    .update(readFileSync(model ?? OWN_MODEL))
    .digest('hex');
  return {
    name: `${detector} ${label}`,
    detector,
    model,
    checksum: checksum.slice(0, 12),
    threshold,
  };
}
