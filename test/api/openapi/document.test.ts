/** The document of the service: the published routes, FastAPI's form of 422, and references that lead somewhere. */

import { expect, it } from 'vitest';
import { publishedDocument } from '../../../api/published-document.ts';

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content: Record<string, { schema: object }> };
  readonly security?: readonly object[];
  readonly responses: Record<string, { content?: Record<string, { schema: object }> }>;
}
type Paths = Record<string, Record<string, Operation>>;

const document = JSON.parse(JSON.stringify(publishedDocument())) as {
  readonly openapi: string;
  readonly info: object;
  readonly paths: Paths;
  readonly components: {
    readonly schemas: Record<string, object>;
    readonly securitySchemes: Record<string, object>;
  };
};
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

it('has a 422 exactly where parameters are checked', () => {
  // These read texts of the query by themselves, and ignore what they do not know.
  const unchecked = ['/health', '/ask', '/who', '/oauth/authorize'];
  for (const { path, operation } of operations) {
    const isChecked = operation.parameters !== undefined && !unchecked.includes(path);
    expect('422' in operation.responses, path).toBe(isChecked);
  }
});

it('has every schema that it refers to, and refers to every schema', () => {
  const text = JSON.stringify(document);
  const named = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name);
  expect([...new Set(named)].sort()).toEqual(Object.keys(document.components.schemas).sort());
});

it('bounds every list of the analytics answers', () => {
  const unbounded: string[] = [];
  const walk = (node: unknown, place: string): void => {
    if (typeof node !== 'object' || node === null) return;
    if ('type' in node && node.type === 'array' && !('maxItems' in node)) unbounded.push(place);
    for (const [key, value] of Object.entries(node)) walk(value, `${place}/${key}`);
  };
  for (const name of ['Summary', 'TrainerReport', 'Performance', 'Revenue', 'ClassSession']) {
    walk(document.components.schemas[name], name);
  }
  expect(unbounded).toEqual([]);
});
