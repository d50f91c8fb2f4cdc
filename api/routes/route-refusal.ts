/** An answer of a route that is neither a success nor the usual body of an error, for documents. */

import type { TSchema } from 'typebox';

export interface RouteRefusal {
  readonly description: string;
  /** A text or nothing without it. */
  readonly body?: TSchema;
  /** Media types; JSON where they are left out and there is a schema. */
  readonly types?: readonly string[];
}
