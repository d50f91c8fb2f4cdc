/** The description of the operator API: a document of its own, made from its own route table. */

import type { Route } from '../routes/route.ts';
import { Components } from './components.ts';
import type { OpenApiDocument } from './document.ts';
import { HTTP_VALIDATION_ERROR, PROBLEM, VALIDATION_ERROR } from './errors.ts';
import { operationOf, sharedResponses } from './operation.ts';
import { OPERATOR_SCHEMES } from './security.ts';

/** It changes when a page or a client would have to. */
const OPERATOR_VERSION = '1.0.0';

const IF_MATCH = {
  name: 'If-Match',
  in: 'header',
  required: true,
  schema: { type: 'string' },
  description: 'The `revision` of an earlier answer in quotes, or `*`.',
};

export function operatorDocument(routes: readonly Route[], serverUrl: string): OpenApiDocument {
  const components = new Components();
  components.add('HTTPValidationError', HTTP_VALIDATION_ERROR);
  components.add('ValidationError', VALIDATION_ERROR);
  components.add('Problem', PROBLEM);
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const operations = paths[route.path] ?? {};
    paths[route.path] = operations;
    const operation = operationOf(route, components);
    const { parameters = [] } = operation as { parameters?: readonly unknown[] };
    const isEdit = route.errors.includes('revision_required');
    const withRevision = { ...operation, parameters: [...parameters, IF_MATCH] };
    operations[route.method.toLowerCase()] = isEdit ? withRevision : operation;
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Turnout operator API',
      summary: 'Sets an installation up and looks after it.',
      description:
        'For owners: by their key, or on a page of Turnout at a browser that they signed in. Changes are made in `turnout.yaml` in place, for the revision that `If-Match` names, and taken up without a restart. Passwords go in and never come out; no answer has the address of a camera.',
      license: { name: 'MIT', identifier: 'MIT' },
      version: OPERATOR_VERSION,
    },
    servers: [{ url: serverUrl }],
    security: [],
    paths,
    components: {
      schemas: components.schemas(),
      responses: sharedResponses(),
      securitySchemes: OPERATOR_SCHEMES,
    },
  };
}
