/** Which of several forms a client would rather have (RFC 9110 section 12.5.1). */

interface Range {
  readonly type: string;
  readonly quality: number;
}

/** Words of the header that are looked at; what comes behind them is ignored. */
const MAX_RANGES = 32;

/**
 * The media type of `offered` (the default first) with the highest quality; the earlier one of two that are equal. The
 * default also where nothing is acceptable: an answer in another form is of more use than none.
 */
export function preferredType<Offer extends string>(
  accept: string | undefined,
  offered: readonly [Offer, ...Offer[]],
): Offer {
  const ranges = rangesOf(accept ?? '*/*');
  let best = { offer: offered[0], quality: 0 };
  for (const offer of offered) {
    const quality = qualityOf(offer, ranges);
    if (quality > best.quality) best = { offer, quality };
  }
  return best.offer;
}

/** Of the most exact range that covers `type`; 0 where none does. Of several like ones the highest counts. */
function qualityOf(type: string, ranges: readonly Range[]): number {
  for (const pattern of [type, `${type.split('/')[0]}/*`, '*/*']) {
    const matching = ranges.filter((range) => range.type === pattern);
    if (matching.length > 0) return Math.max(...matching.map(({ quality }) => quality));
  }
  return 0;
}

/** What a header of the `Accept` family names, in lower case, with the quality of each: `gzip;q=0` is a refusal. */
export function rangesOf(header: string): readonly Range[] {
  return header.split(',').slice(0, MAX_RANGES).map(rangeOf);
}

function rangeOf(text: string): Range {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const [, quality] = /^q=(\d(?:\.\d{0,3})?)$/.exec(
    parameters.find((part) => part.startsWith('q=')) ?? '',
  ) ?? [null, '1'];
  return { type, quality: Math.min(1, Number(quality)) };
}
