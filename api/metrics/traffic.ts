/** What was asked for and how it was answered, since the start. Rows are routes, never raw paths, so memory is bounded. */

import type { AnswerListener } from '../http/dispatch.ts';
import { Histogram } from './histogram.ts';

/** One method of one route. */
export interface EndpointTraffic {
  readonly method: string;
  /** As the route was declared: `/v1/trainers/{trainer}`. */
  readonly path: string;
  /** Both: `GET /v1/trainers/{trainer}`. */
  readonly name: string;
  readonly byStatus: ReadonlyMap<number, number>;
  readonly latency: Histogram;
}

/** Methods with rows of their own; every other one is counted as `OTHER`. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

interface Row extends EndpointTraffic {
  readonly byStatus: Map<number, number>;
}

export class Traffic implements AnswerListener {
  readonly #rows = new Map<string, Map<string, Row>>();
  /** Of the answer before, which most answers are like. */
  #last: Row | null = null;

  /** Makes rows for what is listed also while no one asks for it. */
  list(endpoints: readonly { readonly method: string; readonly path: string }[]): void {
    for (const { method, path } of endpoints) this.#row(method, path);
  }

  answered(method: string, path: string, status: number, tookMs: number): void {
    const last = this.#last;
    const row =
      last !== null && last.path === path && last.method === method
        ? last
        : this.#row(method, path);
    this.#last = row;
    row.byStatus.set(status, (row.byStatus.get(status) ?? 0) + 1);
    row.latency.add(tookMs);
  }

  /** Every row, by name. */
  endpoints(): readonly EndpointTraffic[] {
    const rows = [...this.#rows.values()].flatMap((methods) => [...methods.values()]);
    return rows.sort((one, other) => (one.name < other.name ? -1 : 1));
  }

  #row(method: string, path: string): Row {
    const listed = METHODS.has(method) ? method : 'OTHER';
    return this.#rows.get(path)?.get(listed) ?? this.#newRow(listed, path);
  }

  #newRow(listed: string, path: string): Row {
    const methods = this.#rows.get(path) ?? new Map<string, Row>();
    this.#rows.set(path, methods);
    const row = {
      method: listed,
      path,
      name: `${listed} ${path}`,
      byStatus: new Map(),
      latency: new Histogram(),
    };
    methods.set(listed, row);
    return row;
  }
}
