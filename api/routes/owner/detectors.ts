/**
 * Which detectors there are, one picture of a camera looked at by several of them, and models of the list installed. No address
 * of a model ever comes from outside. And the live picture of a camera, with what was seen in it: nothing is stored.
 */

import { Type } from 'typebox';
import { BETTER_MODEL, weaknessOf } from '../../../engine/counting/configured-detectors.ts';
import type { ListedModel } from '../../../engine/models/installed.ts';
import type { JudgedBox } from '../../../engine/zones.ts';
import type { TurnoutError } from '../../../errors.ts';
import { fields } from '../../../gym/reports/field.ts';
import { redactText } from '../../../runtime/log/redaction.ts';
import { instant, wire } from '../../../runtime/wire.ts';
import type { DetectorTest, KnownDetector } from '../../../service/operator/devices/detectors.ts';
import type { Install } from '../../../service/operator/devices/installs.ts';
import { wordsOf } from '../../../service/operator/probe.ts';
import { RawBody } from '../../http/message.ts';
import { cameraOf, noted, plainRow, refuse, row } from './row.ts';

/** Detectors tried on one picture at most. Chosen here: each may take some seconds to start. */
const MAX_TRIED = 6;

const TRIED = Type.Array(Type.String({ maxLength: 200 }), {
  minItems: 1,
  maxItems: MAX_TRIED,
  uniqueItems: true,
});

export const DETECTORS = [
  plainRow(
    'GET /detectors',
    'The detectors that can look at pictures, with what is weak about those in use and what helps, and the models that can be installed.',
    async ({ app, owner }) => {
      const [known, models, usual] = await Promise.all([
        app.detectors.known(owner.key.gymId),
        app.detectors.models(),
        app.detectors.byDefault(),
      ]);
      const last = app.installs.last();
      return {
        detectors: known.map(({ name, isWeak, cameras }) => ({
          name,
          weak: isWeak,
          is_default: name === usual,
          cameras,
        })),
        ...hintOf(known, models, usual),
        models: models.map(modelView),
        install: last && installView(last),
      };
    },
  ),
  row(
    'POST /cameras/{camera_id}/detector-test',
    'Has several detectors look at one current picture of a camera. It takes some seconds for each.',
    { body: fields({ detectors: TRIED }) },
    async (call) => {
      const { camera, detectors, trials } = call.app;
      const placed = cameraOf(call, call.path.camera_id);
      const known = await detectors.known(call.owner.key.gymId);
      const chosen = call.body.detectors.map(
        (name) =>
          known.find((one) => one.name === name) ??
          refuse('detector_unknown', 'Take names of GET /operator/v1/detectors.'),
      );
      return trials(async () => {
        const test = await detectors.test(placed, chosen);
        if (test !== null) return testView(test);
        const { snapshot } = camera(placed.camera.id);
        const words = redactText(snapshot?.detail ?? 'No picture came in 12 seconds.');
        return { frame: null, taken_at: null, width: null, height: null, words, results: [] };
      });
    },
  ),
  plainRow(
    'POST /models/{model}/install',
    'Begins to install a model of the list. The answer comes at once: ask `GET` for the progress. One at a time.',
    async (call) => {
      const begun = call.app.installs.begin(call.path.model);
      await noted(call, call.path.model, 'model_installed');
      return installView(begun);
    },
  ),
  plainRow(
    'GET /models/{model}/install',
    'How far the last installation of a model is, since the start of Turnout.',
    ({ app, path: { model } }) => installView(app.installs.of(model) ?? { ...NONE, model }),
  ),
  plainRow(
    'DELETE /models/{model}/install',
    'Breaks the installation of a model off. What has arrived is removed.',
    async ({ app, path: { model } }) => {
      app.installs.of(model);
      const ended = await app.installs.cancel(model);
      return installView(ended ?? refuse('not_installing', 'It may be installed already.'));
    },
  ),
];

/** What is weak about the detectors in use, or about the one that would be. */
function hintOf(known: readonly KnownDetector[], models: readonly ListedModel[], usual: string) {
  const isUsed = known.some(({ cameras }) => cameras.length > 0);
  const used = known.filter(({ name, cameras }) => (isUsed ? cameras.length > 0 : name === usual));
  const weak = used.find(({ isWeak }) => isWeak);
  if (weak === undefined) return { hint: null, better: null };
  const better = models.find(({ name, installed }) => name === BETTER_MODEL && installed === null);
  return { hint: `${weaknessOf(weak.choice.plugin)}.`, better: better?.name ?? null };
}

function modelView(model: ListedModel) {
  const { installed } = model;
  return {
    ...wire(model, 'name', 'detector', 'input', 'licence', 'source', 'cocoAp'),
    ...wire(installed ?? model, 'sizeBytes', 'sha256'),
    checksum: installed?.checksum ?? null,
    installed: installed !== null,
    recommended: model.isRecommended,
    /** Whether its file is published: others come by `turnout model install NAME --from FILE`. */
    installable: model.address !== null,
  };
}

function testView({ frame, takenAtUtcMs, trial, results }: DetectorTest) {
  const { picture, fault } = trial;
  return {
    frame,
    taken_at: instant(takenAtUtcMs),
    width: picture?.width ?? null,
    height: picture?.height ?? null,
    words: plainWords(fault),
    results: results.map(({ name, facts, count, boxes, lookMs, fault: refused }) => ({
      name,
      count,
      boxes: boxes.map(seenView),
      ms: lookMs,
      input: facts?.input ?? null,
      code: refused?.code ?? null,
      words: plainWords(refused),
    })),
  };
}

const NONE = { state: 'none', receivedBytes: 0, totalBytes: null, fault: null } as const;

function installView(install: Install | (typeof NONE & { readonly model: string })) {
  return {
    ...wire(install, 'model', 'state', 'receivedBytes', 'totalBytes'),
    code: install.fault?.code ?? null,
    words: plainWords(install.fault),
  };
}

/** Without addresses of cameras. */
function plainWords(fault: TurnoutError | null): string | null {
  return fault && redactText(wordsOf(fault));
}

/** Longest wait for a picture, ms: a page asks again at once. */
const WAIT_MS = 10_000;

export const LOOK = [
  row(
    'GET /cameras/{camera_id}/look',
    'What a camera sees now. Waits up to 10 seconds for a picture after the frame `after`. At most one picture a second, of four cameras at once. The boxes are those of `…/look/{frame}.jpg`.',
    { query: { after: Type.Integer({ minimum: 0, default: 0 }) } },
    async (call) => {
      const { camera, looks, clock } = call.app;
      const { id } = cameraOf(call, call.path.camera_id).camera;
      looks.lease(id);
      const picture = await looks.next(id, call.query.after, WAIT_MS, call.signal);
      if (picture === null) {
        const detail = camera(id).snapshot?.detail ?? null;
        return { frame: null, detail: detail && redactText(detail) };
      }
      return {
        frame: picture.frame,
        taken_at: instant(picture.takenAtUtcMs),
        age_ms: Math.max(0, clock.nowUtcMs() - picture.takenAtUtcMs),
        ...wire(picture, 'width', 'height', 'count'),
        boxes: picture.boxes.map(seenView),
        ...wire(picture, 'falsePlaces'),
        places: looks.places(id),
        detector: picture.detector,
        ms: picture.lookMs,
      };
    },
  ),
  plainRow(
    'GET /cameras/{camera_id}/look/{picture}',
    'The picture of a look: a JPEG with a mosaic over each ignore zone, for 15 seconds after it was taken.',
    (call) => {
      const { id } = cameraOf(call, call.path.camera_id).camera;
      const held = call.app.looks.picture(id, Number.parseInt(call.path.picture, 10));
      if (held === null) return refuse('picture_gone', 'Pictures are held for 15 seconds.');
      const { buffer, byteOffset, byteLength } = held.jpeg;
      return new RawBody('image/jpeg', Buffer.from(buffer, byteOffset, byteLength));
    },
  ),
];

/** A person of a picture, counted or not. */
function seenView({ box, score, posture, feet }: JudgedBox) {
  return { box, score, ...(posture !== undefined && { posture }), ...(feet && { feet }) };
}
