/** Findings as NLWeb lists them: each result with an address where its figures can be read again. */

import type { UnclearOutcome } from '../answers/outcome.ts';
import type { Item } from '../findings.ts';
import type { Query } from '../query.ts';
import type { Answered } from './meta.ts';
import { placeOf } from './place.ts';

export interface Result extends Item {
  readonly url: string;
  readonly grounding: { readonly source_urls: readonly string[] };
}

/** As the legacy dialect has it: its six members and no other. */
export interface LegacyResult {
  readonly url: string;
  readonly name: string;
  readonly site: string;
  readonly score: number;
  readonly description: string;
  readonly schema_object: Readonly<Record<string, unknown>>;
}

/** What schema.org calls the things of a gym: it has no class, day or hour. Source: https://schema.org/docs/full.html. */
const SCHEMA_TYPES: Readonly<Record<Item['@type'], string>> = {
  Class: 'EventSeries',
  ClassSession: 'Event',
  Trainer: 'Person',
  Room: 'Room',
  Day: 'Observation',
  Hour: 'Observation',
  Money: 'Observation',
  Figures: 'Observation',
  SearchSummary: 'Answer',
};

/** @param base Public address of the service, without a slash at its end. */
export function resultsOf(outcome: Answered, base: string): Result[] {
  if (outcome.kind === 'choice') return [];
  if (outcome.kind === 'unclear') return [refusal(outcome, base)];
  const { findings, decontextualized } = outcome;
  const source = `${base}${placeOf(findings.query as Query, decontextualized)}`;
  // Clients keep results by their address: each has its own.
  return findings.items.map((item, at) => ({
    ...item,
    url: `${source}#${at + 1}`,
    grounding: { source_urls: [source] },
  }));
}

/** A client shows results: without one it would show nothing. Source: NLWeb 0.55, 4.1.1. */
function refusal({ message }: UnclearOutcome, base: string): Result {
  return {
    '@type': 'SearchSummary',
    name: 'No answer',
    description: message,
    score: 100,
    figures: {},
    url: `${base}/ask`,
    grounding: { source_urls: [`${base}/ask`] },
  };
}

export function legacyResult(result: Result, site: string): LegacyResult {
  const { '@type': type, name, url, description, score, figures } = result;
  return {
    url,
    name,
    site,
    score,
    description,
    schema_object: {
      '@context': 'https://schema.org',
      '@type': SCHEMA_TYPES[type],
      name,
      description,
      url,
      figures,
    },
  };
}
