/** The route table of the operator API, apart from that of the public one: it has a document of its own. */

import { Type } from 'typebox';
import type { OpenApiDocument } from './openapi/document.ts';
import { operatorDocument } from './openapi/operator-document.ts';
import { accessRoutes } from './routes/operator/access.ts';
import { cameraRoutes } from './routes/operator/cameras.ts';
import { calibrationRoutes } from './routes/operator/classes/calibration.ts';
import { findingRoutes } from './routes/operator/classes/findings.ts';
import { detectorRoutes } from './routes/operator/devices/detectors.ts';
import { findRoute } from './routes/operator/devices/find.ts';
import { modelRoutes } from './routes/operator/devices/models.ts';
import { installationRoutes } from './routes/operator/installation.ts';
import { lookRoutes } from './routes/operator/look.ts';
import type { OperatorParts } from './routes/operator/parts.ts';
import { probeRoute } from './routes/operator/probe.ts';
import { roomRoutes } from './routes/operator/rooms.ts';
import { scheduleRoutes } from './routes/operator/schedule/schedule.ts';
import { defineRoute, NO_PARAMETERS, type Route } from './routes/route.ts';

export function createOperatorRoutes(parts: OperatorParts, serverUrl: string): readonly Route[] {
  const routes: readonly Route[] = [
    ...cameraRoutes(parts),
    ...lookRoutes(parts),
    probeRoute(parts),
    findRoute(parts),
    ...detectorRoutes(parts),
    ...modelRoutes(parts),
    ...roomRoutes(parts),
    ...findingRoutes(parts),
    ...calibrationRoutes(parts),
    ...scheduleRoutes(parts),
    ...accessRoutes(parts),
    ...installationRoutes(parts),
  ];
  return [...routes, documentRoute(() => operatorDocument(routes, serverUrl))];
}

function documentRoute(make: () => OpenApiDocument): Route {
  let document: OpenApiDocument | undefined;
  return defineRoute({
    method: 'GET',
    path: '/operator/v1/openapi.json',
    operationId: 'get_operator_openapi',
    summary: 'The description of the operator API.',
    description: 'OpenAPI 3.1.',
    access: 'public',
    errors: [],
    parameters: NO_PARAMETERS,
    response: Type.Record(Type.String(), Type.Unknown(), { description: 'An OpenAPI document.' }),
    answer: () => {
      document ??= make();
      return { status: 200, value: document };
    },
  });
}

/** The routes with nothing behind them: for documents and checks. */
export function describedOperatorRoutes(): readonly Route[] {
  const nothing = { access: { signIns: {} } } as OperatorParts;
  return createOperatorRoutes(nothing, '/').filter(({ access }) => access === 'operator');
}

/** What is checked in. */
export function publishedOperatorDocument(): OpenApiDocument {
  return operatorDocument(describedOperatorRoutes(), '/');
}
