/** Body of the catch-all: what there is. */

import { type Static, Type } from 'typebox';
import { closed } from '../../gym/reports/field.ts';

const ENDPOINT = Type.Object(
  {
    method: Type.String(),
    path: Type.String({ description: 'Template: parameters are in braces.' }),
    url: Type.String(),
    summary: Type.String(),
  },
  { ...closed, title: 'Endpoint', description: 'A method of a route.' },
);

export const DISCOVERY = Type.Object(
  {
    service: Type.Literal('turnout'),
    description: Type.String(),
    version: Type.String({ description: 'Of the program.' }),
    url: Type.String({ description: 'Base address of the service.' }),
    matched: Type.Literal(false, { description: 'No route knows the path.' }),
    endpoints: Type.Array(ENDPOINT, { maxItems: 100 }),
    documents: Type.Object({ openapi: Type.String() }, closed),
    key: Type.String({ description: 'How to get a key.' }),
    sandbox: Type.String({ description: 'How to try it without a key.' }),
  },
  { ...closed, title: 'Discovery', description: 'What the service offers, and where.' },
);

export type Discovery = Static<typeof DISCOVERY>;
