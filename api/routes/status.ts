/** `GET /v1/status`: states for everybody; with an owner's key the rows of its gym. */

import { detectorNames } from '../../detectors/registry.ts';
import type { CameraSnapshot } from '../../engine/cameras/supervision/supervisor.ts';
import type { DetectorStatus } from '../../engine/counting/detector-in-use.ts';
import { redactText } from '../../runtime/log/redaction.ts';
import { instant, instantOrNull, rounded, wire } from '../../runtime/wire.ts';
import { UNSURE_MS } from '../../service/line/line.ts';
import type { EngineStatus } from '../../service/status.ts';
import type { Principal } from '../../store/access/sign-ins.ts';
import { STATUS, type Status } from '../schemas/status.ts';
import { route } from './route.ts';

/** The route; `status` may be some moments old. @param backing Name of the HTTP server that was loaded. */
export function statusRoute(status: () => EngineStatus, version: string, backing: () => string) {
  return route({
    name: 'GET /v1/status',
    operationId: 'get_status',
    summary:
      'The state of the program: cameras, pipeline, detectors, storage, schedule feeds, configuration.',
    description:
      'Cameras by state; rates, drops and latency of the pipeline; loaded parts, storage, schedule feeds, configuration faults. Every caller sees states and their numbers. A key of role `owner` also lists the cameras and feeds of its gym and, if no other gym is configured, the faults of detectors, storage and configuration. Other keys see the same as callers without a key; a wrong key is 401. No addresses, no names of people, no counts. Costs nothing.',
    credentials: 'optional',
    response: STATUS,
    answer: (request, guard) => {
      const principal = guard.recognise(request);
      if (principal !== null && 'status' in principal) return principal;
      const now = status();
      const about = { version, backing: backing() };
      return { status: 200, value: statusBody(now, about, sightOf(principal, now)) };
    },
  });
}

/**
 * The engine's condition in wire form, as far as someone may see it. What stands in the configuration (ids, paths, values in
 * the words of a fault) is for owners and for who is at the machine. Sentences pass the redaction once more on their way out.
 */

interface StatusSight {
  readonly scope: Status['scope'];
  /** Of the scope `gym`. */
  readonly gymId?: string;
}

/** An owner sees its gym, and everything where no other gym is configured, as who is at the machine does; all others see what strangers see. */
function sightOf(principal: Principal | null, { configuration }: EngineStatus): StatusSight {
  if (principal?.via === 'hand') return { scope: 'installation' };
  const key = principal?.key;
  if (key?.role !== 'owner') return { scope: 'states' };
  const { gymIds } = configuration;
  const isOnly = gymIds.length === 1 && gymIds[0] === key.gymId;
  return isOnly ? { scope: 'installation' } : { scope: 'gym', gymId: key.gymId };
}

/** The body as `sight` sees it. @param about The program, and the HTTP server that was loaded. */
export function statusBody(
  status: EngineStatus,
  { version, backing }: { readonly version: string; readonly backing: string },
  sight: StatusSight,
): Status {
  const { cameras, cameraPlaces, configuration, schedule, pipeline, storage, descriptors } = status;
  const { mqtt = [], lines, backup } = status;
  const { needsRestart = [] } = configuration;
  const { latencyMs } = pipeline;
  const { lastStep } = status.clock;
  const { shortSinceUtcMs } = descriptors;
  const isWhole = sight.scope === 'installation';
  const isSeen = ({ gymId }: { readonly gymId?: string }) => isWhole || sight.gymId === gymId;
  const counts: Record<string, number> = {};
  for (const { state } of cameras) counts[state] = (counts[state] ?? 0) + 1;
  return {
    service: 'turnout',
    scope: sight.scope,
    version,
    started_at: instant(status.startedAtUtcMs),
    uptime_s: Math.round(status.uptimeMs / 100) / 10,
    cameras: {
      total: cameras.length,
      by_state: counts,
      list: cameras
        .filter(({ id }) => isSeen(cameraPlaces.get(id) ?? {}))
        .map((camera) => cameraOf(camera, cameraPlaces.get(camera.id)?.lastSampleUtcMs ?? null)),
    },
    http: { backing },
    pipeline: {
      ...wire(pipeline, 'workers', 'samples'),
      samples_per_second: rounded(pipeline.samplesPerSecond),
      ...wire(pipeline, 'failed', 'shed', 'starved', 'stale', 'replaced'),
      latency_ms: latencyMs && { p50: rounded(latencyMs.p50), p99: rounded(latencyMs.p99) },
    },
    detectors: status.detectors.map((detector) => detectorOf(detector, isWhole)),
    storage: {
      state: storage.state,
      detail: isWhole ? storage.detail && redactText(storage.detail) : null,
      ...wire(storage, 'sizeBytes', 'samplesStored', 'lastWriteUtcMs'),
    },
    clock: {
      last_step_at: instantOrNull(lastStep?.atUtcMs ?? null),
      last_step_s: lastStep && Math.round(lastStep.byMs / 1000),
    },
    descriptors: {
      state: shortSinceUtcMs === null ? 'ok' : 'exhausted',
      since: instantOrNull(shortSinceUtcMs),
    },
    ...(backup !== null && {
      backup: {
        newest_at: instantOrNull(backup.newestUtcMs),
        overdue: backup.isOverdue,
        failures: backup.failures,
        detail: isWhole ? backup.fault && redactText(backup.fault) : null,
      },
    }),
    schedule: {
      total: schedule.feeds.length,
      failing: schedule.feeds.filter(({ fault }) => fault !== null).length,
      feeds: schedule.feeds.filter(isSeen).map(feedOf),
    },
    // Nothing where the configuration names no broker.
    ...(mqtt.length > 0 && {
      mqtt: {
        total: mqtt.length,
        failing: mqtt.filter(({ state }) => state === 'failing').length,
        connections: mqtt.filter(isSeen).map((link) => ({
          ...wire(link, 'gymId', 'state'),
          since: instant(link.sinceUtcMs),
          detail: link.detail && redactText(link.detail),
        })),
      },
    }),
    lines: lines.filter(isSeen).map(lineOf),
    configuration: {
      origin: configuration.origin,
      loaded_at: instant(configuration.loadedAtUtcMs),
      fault_count: configuration.faults.length,
      ...(needsRestart.length > 0 && { needs_restart: [...needsRestart] }),
      faults: isWhole ? configuration.faults.map(redactText) : [],
    },
  };
}

function cameraOf(camera: CameraSnapshot, lastSampleUtcMs: number | null) {
  return {
    ...wire(camera, 'id', 'state'),
    reasons: [...camera.reasons],
    detail: camera.detail && redactText(camera.detail),
    since: instant(camera.sinceUtcMs),
    ...wire(camera, 'retryAtUtcMs'),
    sample_period_ms: Number.isFinite(camera.wantedPeriodMs) ? camera.wantedPeriodMs : null,
    ...wire(camera, 'codec', 'width', 'height', 'fps', 'gopMs', 'reconnects', 'keyframes'),
    received_bytes: camera.bytes,
    ...wire(camera, 'lastKeyframeUtcMs'),
    last_sample_at: instantOrNull(lastSampleUtcMs),
  };
}

function detectorOf(detector: DetectorStatus, isWhole: boolean) {
  const { lastFailure } = detector;
  return {
    name: isWhole ? detector.name : publicName(detector),
    version: detector.version,
    model: isWhole ? detector.model : null,
    input: detector.input && { width: detector.input.width, height: detector.input.height },
    provider: detector.provider,
    weak: detector.isWeak,
    quarantined: detector.isQuarantined,
    failures: detector.failures,
    faults: { ...detector.faults },
    last_failure:
      lastFailure === null
        ? null
        : { code: lastFailure.code, detail: isWhole ? redactText(lastFailure.detail) : null },
    lane: detector.lane.kind,
    lane_reason: detector.lane.reason,
    memory_bytes: detector.lane.rssBytes,
  };
}

/** One that was not loaded is known by what stands in the configuration: a path, as a rule. */
export function publicName({ name, isLoaded }: DetectorStatus): string | null {
  return isLoaded || detectorNames().includes(name) ? name : null;
}

function feedOf({ fault, ...feed }: EngineStatus['schedule']['feeds'][number]) {
  return {
    ...wire(feed, 'gymId', 'sourceId', 'lastReadUtcMs', 'lastSuccessUtcMs'),
    classes: feed.entries,
    faults: feed.faultCount,
    fault: fault && { code: fault.code, detail: redactText(fault.detail) },
  };
}

function lineOf(line: EngineStatus['lines'][number]) {
  const { skewMs } = line;
  return {
    gym_id: line.gymId,
    head_office: line.hqHost,
    state: line.state,
    since: instant(line.sinceUtcMs),
    detail: line.detail && redactText(line.detail),
    ...wire(line, 'pending', 'held'),
    clock_skew_s: skewMs === null ? null : Math.round(skewMs / 100) / 10,
    clock_unsure: skewMs !== null && Math.abs(skewMs) > UNSURE_MS,
    ...wire(line, 'lastReceiptUtcMs'),
  };
}
