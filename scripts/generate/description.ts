/**
 * What the clients take from the description that `/openapi.json` serves: which schemas they answer with, under which
 * names, and which codes errors have. The same for both languages.
 */

import { publishedDocument } from '../../api/published-document.ts';
import { ERRORS, type ErrorCode } from '../../errors.ts';

export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly title?: string;
  readonly description?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema: Schema;
  readonly description?: string;
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly responses: Responses;
}

/** Some are told once, and referred to. */
type Responses = Readonly<Record<string, { readonly description?: string }>>;

export interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Responses;
  };
}

/** What the methods of the client answer with; whatever these name is written too. */
export const ROOTS = [
  'Summary',
  'TrainerReport',
  'Performance',
  'Revenue',
  'SessionReport',
  'ClassReport',
  'RoomsReport',
  'AskAnswer',
  'Health',
  'Status',
  'Metrics',
  'IssuedKey',
  'ValidationError',
];

/** Where a name would hide one that every browser has, or says too little beside the others. */
export const RENAMED: Readonly<Record<string, string>> = {
  Performance: 'ClassRanking',
  Revenue: 'RevenueReport',
  Window: 'DateWindow',
  Status: 'ServiceStatus',
  Health: 'ServiceHealth',
  Metrics: 'ServiceMetrics',
  Query: 'AskQuery',
  // The class of errors has the name.
  ValidationError: 'ValidationFault',
};

/** Codes of requests that no operation is for. */
const OF_NO_OPERATION: readonly ErrorCode[] = ['not_found', 'method_not_allowed'];

export function description(): Description {
  return publishedDocument() as unknown as Description;
}

/** `clients/contract/error-codes.json`: what answers of the service can say, in the order of errors.ts. */
export function errorCodes(
  { paths, components }: Description = description(),
): readonly { readonly code: ErrorCode; readonly status: number }[] {
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  const told = [...operations, components].flatMap(({ responses }) =>
    Object.values(responses).flatMap(({ description = '' }) =>
      [...description.matchAll(/`([a-z_]+)`: /g)].map(([, code]) => code ?? ''),
    ),
  );
  const known = new Set<string>([...told, ...OF_NO_OPERATION]);
  return (Object.keys(ERRORS) as ErrorCode[])
    .filter((code) => known.has(code))
    .map((code) => ({ code, status: ERRORS[code].status }));
}
