/** Headers of a request as both backings collect them. */

/** Adds a header; one that came before is joined by a comma, as RFC 9110 section 5.3 allows for every list. */
export function addHeader(headers: Map<string, string>, name: string, value: string): void {
  const before = headers.get(name);
  headers.set(name, before === undefined ? value : `${before}, ${value}`);
}
