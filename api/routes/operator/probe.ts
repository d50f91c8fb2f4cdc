/** `POST /operator/v1/probe`: a camera tried out in stages, before it is added or when it fails. */

import type { Static } from 'typebox';
import type { PlacedCamera } from '../../../config/config.ts';
import { checkedAddress, wholeAddress } from '../../../config/typed-address.ts';
import type { EncodedFrame } from '../../../engine/frames/encoded-frame.ts';
import type { ProblemBody } from '../../../errors.ts';
import { redactText } from '../../../runtime/log/redaction.ts';
import { reachOfConfigured } from '../../../runtime/reach.ts';
import type { ProbeOptions } from '../../../service/operator/probe.ts';
import type { Principal } from '../../../store/access/access.ts';
import type { Answer } from '../../http/message.ts';
import { problem } from '../../http/problem.ts';
import { type ADDRESS, PROBE_ANSWER, PROBE_REQUEST } from '../../schemas/operator/camera.ts';
import { bodyFault } from '../../validation/json-body.ts';
import type { Route } from '../route.ts';
import { givenAddress } from './devices/find.ts';
import { operatorRoute } from './operator-route.ts';
import { cameraOf, isRefused, noCamera, type OperatorParts, reachOf } from './parts.ts';

/** Probes under way at once; each holds a connection for some seconds. Chosen here. */
const MAX_PROBES = 2;

export function probeRoute(parts: OperatorParts): Route {
  let underWay = 0;
  return operatorRoute({
    method: 'POST',
    path: '/operator/v1/probe',
    operationId: 'probe_camera',
    summary: 'Tries a camera out in stages, each with its own words.',
    description:
      'Name, way, login, stream, keyframes, what one of them shows, and the people on it: it takes up to half a minute. Nothing is stored, and the answer has no address. A failed stage is part of an answer of 200.',
    errors: ['address_refused', 'camera_unknown', 'found_unknown', 'rate_limited', 'usage'],
    parameters: { path: {}, query: {} },
    body: PROBE_REQUEST,
    response: PROBE_ANSWER,
    answer: async ({ owner, body }) => {
      const { address, camera, transport } = body;
      if ((address === undefined) === (camera === undefined)) {
        const fault = bodyFault([], 'send an address or a camera, and not both');
        return { status: 422, value: { detail: [fault] } } as unknown as Answer<ProblemBody>;
      }
      const found =
        address === undefined
          ? ofCamera(parts, owner, camera ?? '')
          : await ofAddress(parts, owner, address);
      if (isRefused(found)) return found;
      if (underWay >= MAX_PROBES) {
        return problem('rate_limited', 'Two cameras are tried already: ask again in 10 seconds.', {
          headers: [['Retry-After', '10']],
        });
      }
      underWay += 1;
      try {
        return { status: 200, value: await probed(parts, found, transport) };
      } finally {
        underWay -= 1;
      }
    },
  });
}

interface Target extends Pick<ProbeOptions, 'url' | 'transport' | 'reach'> {
  /** The camera that has this address; null for one that is typed. */
  readonly placed: PlacedCamera | null;
}

function ofCamera(
  { config }: OperatorParts,
  owner: Principal,
  id: string,
): Target | Answer<ProblemBody> {
  const placed = cameraOf(config(), owner, id);
  if (placed === null) return noCamera();
  const { url, transport } = placed.camera;
  return { url, transport, placed, reach: reachOfConfigured(url, config().server.probeLocal) };
}

async function ofAddress(
  parts: OperatorParts,
  owner: Principal,
  address: Static<typeof ADDRESS>,
): Promise<Target> {
  const typed = checkedAddress(await givenAddress(parts, owner, address));
  const reach = reachOf(parts);
  return { url: wholeAddress(typed), transport: 'tcp', placed: null, reach };
}

async function probed(
  { probe, config, detectors }: OperatorParts,
  { url, transport, placed, reach }: Target,
  wanted: Target['transport'] | undefined,
) {
  const wantedPeriodMs = config().sampling.classPeriodMs;
  const look = (frame: EncodedFrame) => detectors.look(frame, placed);
  const found = await probe({ url, transport: wanted ?? transport, reach, wantedPeriodMs, look });
  const { stream } = found;
  return {
    ok: found.stages.every(({ state }) => state === 'passed'),
    stages: found.stages.map(({ stage, state, words, code }) => ({
      stage,
      state,
      words: redactText(words),
      code,
    })),
    maker: found.maker,
    codec: stream?.codec ?? null,
    width: stream?.width ?? null,
    height: stream?.height ?? null,
    fps: stream?.fps ?? null,
    gop_ms: found.gopMs,
    people: found.people,
    warnings: [...found.warnings],
  };
}
