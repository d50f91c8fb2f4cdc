/** The list of gyms as data for its page: what it is made of is asked for at most once in a while, whoever looks. */

import type { Clock } from '../../../../runtime/clock.ts';
import type {
  BoxLine,
  ChainAnswer,
  ChainFigures,
  ChainQuery,
  ListedGym,
  OfficeGyms,
} from '../../../../service/figures/chain-figures.ts';
import type { KeyScope } from '../../../../store/access/key.ts';
import type { GymsAsked, GymsData } from '../../../../web/office-data.ts';
import { Lately } from './lately.ts';
import { type Days, daysOf, foundGyms, listData, type Weeks } from './list-data.ts';

export interface GymListParts {
  readonly gyms: OfficeGyms;
  readonly chain: ChainFigures;
  readonly clock: Pick<Clock, 'nowUtcMs' | 'monotonicMs'>;
}

const MEASURES = ['attended', 'fill_rate', 'held', 'no_shows', 'revenue'] as const;
/** Sums of a day lag by a minute all the same (docs/chain.md). */
const FIGURES_MS = 60_000;
const LINES_MS = 5_000;
/** Answers in memory. Chosen here: one of 5,000 gyms is some 3 MB. */
const MAX_ANSWERS = 24;

export class GymList {
  readonly #parts: GymListParts;
  readonly #answers: Lately<ChainAnswer>;
  readonly #lines: Lately<ReadonlyMap<string, BoxLine>>;

  constructor(parts: GymListParts) {
    this.#parts = parts;
    this.#answers = new Lately(parts.clock, FIGURES_MS, MAX_ANSWERS);
    this.#lines = new Lately(parts.clock, LINES_MS, 1);
  }

  /** Rejects with `database_unusable`. */
  async data(scope: KeyScope, asked: GymsAsked): Promise<GymsData> {
    const nowUtcMs = this.#parts.clock.nowUtcMs();
    const all = this.#parts.gyms.listed(scope);
    const found = foundGyms(all, asked);
    const days = daysOf(all, nowUtcMs);
    const [lines, byGym] = await Promise.all([
      this.lines(),
      this.#weeks(scope, days, { by: ['gym'], limit: all.length + 1 }),
    ]);
    const isAll = found.length === all.length;
    const total = isAll ? byGym : await this.#weeks(scope, days, { by: [], ...only(found) });
    const revenues = await this.#revenues(scope, days[0], { found, total: total.now });
    const parts = { asked, all, found, lines, days: days[0], byGym, total, revenues, nowUtcMs };
    return listData(parts);
  }

  lines(): Promise<ReadonlyMap<string, BoxLine>> {
    return this.#lines.get('', () => this.#parts.gyms.lines());
  }

  async #weeks(
    scope: KeyScope,
    [now, before]: readonly [Days, Days],
    query: Pick<ChainQuery, 'by' | 'where' | 'limit'>,
  ): Promise<Weeks> {
    const [one, other] = await Promise.all([
      this.#ask(scope, { measures: [...MEASURES], ...now, ...query }),
      this.#ask(scope, { measures: [...MEASURES], ...before, ...query }),
    ]);
    return { now: one, before: other };
  }

  /** One amount for each currency: they are not added up. */
  async #revenues(
    scope: KeyScope,
    days: Days,
    { found, total }: { readonly found: readonly ListedGym[]; readonly total: ChainAnswer },
  ): Promise<GymsData['revenues']> {
    const currencies = [...new Set(found.map(({ currency }) => currency))].toSorted();
    const amounts = await Promise.all(
      currencies.map(async (currency) => {
        const own = found.filter((gym) => gym.currency === currency);
        const answer =
          currencies.length === 1
            ? total
            : await this.#ask(scope, { measures: ['revenue'], ...days, by: [], ...only(own) });
        return { currency, revenue: answer.total.revenue ?? null };
      }),
    );
    return amounts.flatMap(({ currency, revenue }) =>
      revenue === null ? [] : [{ currency, revenue }],
    );
  }

  #ask(scope: KeyScope, query: ChainQuery): Promise<ChainAnswer> {
    const name = JSON.stringify([scope, query]);
    return this.#answers.get(name, () => this.#parts.chain.answer(query, scope));
  }
}

/** An empty list would be refused as a filter: it asks for a gym that no one has. */
function only(gyms: readonly ListedGym[]): Pick<ChainQuery, 'where'> {
  const ids = gyms.length === 0 ? [' '] : gyms.map(({ id }) => id);
  return { where: [['gym', 'is', ids]] };
}
