/** What the types of the client allow and refuse: compiled against the source, and against the installed package. */

import {
  type AskEvent,
  type ClassSession,
  type LiveEvent,
  type RateLimit,
  type Summary,
  Turnout,
  type TurnoutError,
  ValidationError,
} from '../../../clients/js/src/index.ts';

type Same<One, Other> =
  (<Any>() => Any extends One ? 1 : 2) extends <Any>() => Any extends Other ? 1 : 2 ? true : false;
const holds = <Truth extends true>(_?: Truth): void => undefined;

export async function use(turnout: Turnout, signal: AbortSignal | undefined): Promise<void> {
  const summary: Summary = await turnout.summary({ gym_id: 'demo', signal });
  holds<Same<(typeof summary)['fill_rate'], number | null>>();
  holds<Same<(typeof summary.classes)[number], ClassSession>>();

  const report = await turnout.trainers.get('anna', { period: 'week', timeout_ms: 1_000 });
  holds<Same<typeof report.period, 'day' | 'week'>>();
  const { ranking } = await turnout.classes.performance({ limit: 8, max_retries: 0 });
  holds<Same<(typeof ranking)[number]['trend'], number | null>>();
  const { totals, currency } = await turnout.revenue();
  holds<Same<typeof currency, string | null>>();
  holds<Same<typeof totals.profit, number | null>>();
  const { key } = await turnout.keys.create();
  holds<Same<typeof key, string>>();
  holds<Same<typeof turnout.rate_limit, RateLimit | null>>();

  const { _meta } = await turnout.ask('Who was here?', { mode: 'list', num_results: 3 });
  if (_meta.query !== undefined && 'limit' in _meta.query) {
    holds<Same<typeof _meta.query.limit, number>>();
  }
  for await (const piece of turnout.ask('Who was here?', { streaming: true })) {
    holds<Same<typeof piece, AskEvent>>();
    if (piece.event === 'result') holds<Same<typeof piece.data.index, number>>();
  }

  for await (const piece of turnout.live({ last_event_id: 'a-1' })) {
    holds<Same<typeof piece, LiveEvent>>();
    if (piece.event === 'class') holds<Same<typeof piece.data.attended, number | null>>();
  }

  // @ts-expect-error A month is no period.
  await turnout.trainers.get('anna', { period: 'month' });
  // @ts-expect-error Names are those of the wire.
  await turnout.summary({ gymId: 'demo' });
  // @ts-expect-error What is not known is null.
  holds<Same<typeof summary.fill_rate, number>>();
  // @ts-expect-error There is no such option.
  new Turnout({ apiKey: 'tk_' });
  // @ts-expect-error A trainer is named.
  await turnout.trainers.get();
}

export function tell(error: TurnoutError): string {
  if (error instanceof ValidationError) return error.errors.map(({ msg }) => msg).join();
  return error.code === 'lookups_exhausted' ? error.detail : String(error.retry_after_s);
}
