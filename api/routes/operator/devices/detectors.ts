/** Which detectors there are, and one picture of a camera looked at by several of them. */

import type { Static } from 'typebox';
import { BETTER_MODEL, weaknessOf } from '../../../../engine/counting/weakness.ts';
import type { ListedModel } from '../../../../engine/models/installed.ts';
import { redactText } from '../../../../runtime/log/redaction.ts';
import type {
  DetectorTest,
  KnownDetector,
} from '../../../../service/operator/devices/detectors.ts';
import { problem } from '../../../http/problem.ts';
import { CAMERA_ID } from '../../../schemas/operator/camera.ts';
import { DETECTOR_LIST, TEST_ANSWER, TEST_REQUEST } from '../../../schemas/operator/detector.ts';
import type { Route } from '../../route.ts';
import { seenView } from '../look.ts';
import { operatorRoute } from '../operator-route.ts';
import { cameraOf, instant, noCamera, type OperatorParts } from '../parts.ts';
import { installView } from './models.ts';
import { wordsOf } from './words.ts';

export function detectorRoutes(parts: OperatorParts): readonly Route[] {
  return [listRoute(parts), testRoute(parts)];
}

function listRoute({ detectors, installs }: OperatorParts): Route {
  return operatorRoute({
    method: 'GET',
    path: '/operator/v1/detectors',
    operationId: 'list_detectors',
    summary: 'The detectors that can look at pictures, and the models that can be installed.',
    description: 'With what is weak about those in use, and what helps.',
    errors: ['data_unusable'],
    parameters: { path: {}, query: {} },
    response: DETECTOR_LIST,
    answer: async ({ owner }) => {
      const [known, models, usual] = await Promise.all([
        detectors.known(owner.key.gymId),
        detectors.models(),
        detectors.byDefault(),
      ]);
      const last = installs.last();
      const value = {
        detectors: known.map(({ name, isWeak, cameras }) => ({
          name,
          weak: isWeak,
          is_default: name === usual,
          cameras: [...cameras],
        })),
        ...hintOf(known, models, usual),
        models: models.map(modelView),
        install: last === null ? null : installView(last),
      };
      return { status: 200, value };
    },
  });
}

/** What is weak about the detectors in use, or about the one that would be. */
function hintOf(known: readonly KnownDetector[], models: readonly ListedModel[], usual: string) {
  const isUsed = known.some(({ cameras }) => cameras.length > 0);
  const used = known.filter(({ name, cameras }) => (isUsed ? cameras.length > 0 : name === usual));
  const weak = used.find(({ isWeak }) => isWeak);
  if (weak === undefined) return { hint: null, better: null };
  const better = models.find(({ name, installed }) => name === BETTER_MODEL && installed === null);
  return { hint: `${weaknessOf(weak.choice.plugin)}.`, better: better?.name ?? null };
}

function modelView(model: ListedModel): Static<typeof DETECTOR_LIST>['models'][number] {
  const { installed } = model;
  return {
    name: model.name,
    detector: model.detector,
    input: { ...model.input },
    licence: model.licence,
    source: model.source,
    coco_ap: model.cocoAp,
    size_bytes: installed?.sizeBytes ?? model.sizeBytes,
    sha256: installed?.sha256 ?? model.sha256,
    checksum: installed?.checksum ?? null,
    installed: installed !== null,
    recommended: model.isRecommended,
    installable: model.address !== null,
  };
}

function testRoute({ config, detectors, status }: OperatorParts): Route {
  let isBusy = false;
  return operatorRoute({
    method: 'POST',
    path: '/operator/v1/cameras/{camera_id}/detector-test',
    operationId: 'test_detectors',
    summary: 'Has several detectors look at one current picture of a camera.',
    description:
      'One after the other, in a worker of their own: what fails is reported by its reason and costs no count. It takes some seconds for each. The times are of one thread of this computer.',
    errors: ['camera_unknown', 'detector_unknown', 'looks_busy', 'rate_limited'],
    parameters: { path: { camera_id: CAMERA_ID }, query: {} },
    body: TEST_REQUEST,
    response: TEST_ANSWER,
    answer: async ({ owner, path: { camera_id: id }, body }) => {
      const placed = cameraOf(config(), owner, id);
      if (placed === null) return noCamera();
      const known = await detectors.known(owner.key.gymId);
      const wanted = body.detectors.map((name) => known.find((one) => one.name === name) ?? name);
      const missing = wanted.find((one) => typeof one === 'string');
      if (missing !== undefined) {
        return problem('detector_unknown', 'Take names of GET /operator/v1/detectors.');
      }
      if (isBusy) {
        return problem('rate_limited', 'Detectors are tried already: ask again in 10 seconds.', {
          headers: [['Retry-After', '10']],
        });
      }
      isBusy = true;
      try {
        const chosen = wanted.filter((one) => typeof one !== 'string');
        const test = await detectors.test(placed, chosen);
        if (test !== null) return { status: 200, value: testView(test) };
        const camera = status().cameras.find((one) => one.id === id);
        const words = redactText(camera?.detail ?? 'No picture came in 12 seconds.');
        return { status: 200, value: { ...NO_PICTURE, words, results: [] } };
      } finally {
        isBusy = false;
      }
    },
  });
}

const NO_PICTURE = { frame: null, taken_at: null, width: null, height: null };

function testView({ frame, takenAtUtcMs, trial, results }: DetectorTest) {
  const { picture, fault } = trial;
  return {
    frame,
    taken_at: instant(takenAtUtcMs),
    width: picture?.width ?? null,
    height: picture?.height ?? null,
    words: fault === null ? null : wordsOf(fault),
    results: results.map(({ name, facts, count, boxes, lookMs, fault: refused }) => ({
      name,
      count,
      boxes: boxes.map(seenView),
      ms: lookMs,
      input: facts === null ? null : { ...facts.input },
      code: refused?.code ?? null,
      words: refused === null ? null : wordsOf(refused),
    })),
  };
}
