/** `/links`: links for spreadsheets and calendars, made and withdrawn. Each has the rights of the key of who makes it. */

import { dateAt } from '../../../gym/calendar/zone.ts';
import type { FiguresQuery } from '../../../gym/figures/query.ts';
import type { Visitor } from '../../../service/callers/visitor.ts';
import { answerFigures } from '../../../service/figures/answer-figures.ts';
import { type Link, type LinkContent, MAX_LINKS } from '../../../store/access/links.ts';
import { isFresh, type SignedIn } from '../../../store/access/sign-ins.ts';
import { LINK_DAYS, type LinkKind } from '../../../web/owner-data.ts';
import { ROLES, SIGN_IN_FAULTS } from '../../../web/words/sign-in.ts';
import { isFromOwnPage } from '../../auth/browsers.ts';
import type { Answer, ApiRequest } from '../../http/message.ts';
import { readQueryBody } from '../query.ts';
import { passingPage } from './page-answer.ts';
import { frameOf, nameOf, type PageReader, readerOf, roleOf, type World } from './readers.ts';
import { ShownOnce } from './shown-once.ts';
import { addressOf, askForKey, fieldsOf } from './sign-in/world.ts';

const LINKS_PAGE = '/links';

const MAX_NAME = 60;

const rowsBy = (
  dimension: NonNullable<FiguresQuery['by']>[number],
  measures: FiguresQuery['measures'],
  more: Pick<FiguresQuery, 'compare'> = {},
): FiguresQuery => ({ measures, by: [dimension], ...more });

/** Of the six weeks that end with the day on which the link is asked. */
const QUERIES: Readonly<Record<Exclude<LinkKind, 'calendar' | 'query'>, FiguresQuery>> = {
  classes: rowsBy('session', ['attended', 'capacity', 'fill_rate', 'booked', 'no_shows']),
  weeks: rowsBy('week', ['held', 'attended', 'fill_rate', 'no_shows'], { compare: 'last_year' }),
  series: rowsBy('series', ['held', 'average_attendance', 'fill_rate', 'no_show_rate']),
  trainers: rowsBy('trainer', ['held', 'attended', 'fill_rate', 'no_show_rate', 'slot_index']),
};

/** What came of a form. */
interface LinksNotice {
  /** The link that was made just now: shown this once. */
  readonly made: { readonly kind: LinkKind; readonly address: string } | null;
  readonly done: string | null;
  readonly fault: string | null;
}

const NOTHING: LinksNotice = { made: null, done: null, fault: null };
const MADE = new ShownOnce<LinksNotice>();

export async function linksPage(world: World, request: ApiRequest): Promise<Answer> {
  const found = readerOf(world, request);
  const signedIn = found?.signedIn ?? null;
  if (found === null || signedIn === null) return askForKey(world, request);
  const reader = { ...found, signedIn };
  const frame = frameOf(reader.view, request.path, reader);
  if (signedIn.key.role === 'screen') {
    return passingPage(403, { frame, content: { page: 'refused', to: 'screen' } });
  }
  const fields = fieldsOf(request) ?? new Map<string, string>();
  const isSent = request.method === 'POST';
  // A link lets somebody in for months: who finds this browser open makes none.
  const isMaking = isSent && !fields.has('withdraw');
  if (isMaking && !isFresh(signedIn.signIn, world.clock.nowUtcMs(), 'just')) {
    return askForKey(world, request, { next: LINKS_PAGE, isAgain: true });
  }
  const { gymId } = signedIn.key;
  const came = isSent ? await done(world, request, reader, fields) : null;
  if (came?.made) return MADE.onTo(LINKS_PAGE, gymId, came);
  const sent = came ?? MADE.take(request, gymId) ?? NOTHING;
  const content = linksData(world, reader, fields, sent);
  // It may show a link, this once.
  return passingPage(sent.fault === null ? 200 : 422, { frame, content });
}

type Fields = ReadonlyMap<string, string>;
type SignedReader = PageReader & { readonly signedIn: SignedIn };

async function done(
  world: World,
  request: ApiRequest,
  reader: SignedReader,
  fields: Fields,
): Promise<LinksNotice> {
  const { signedIn, visitor } = reader;
  const base = world.base();
  const refused = (fault: string): LinksNotice => ({ ...NOTHING, fault });
  if (!isFromOwnPage(request.headers, base)) return refused(SIGN_IN_FAULTS.foreign);
  const id = fields.get('withdraw');
  if (id !== undefined) {
    const link = seenBy(world, signedIn).find((one) => one.id === id);
    if (link !== undefined) await world.access.links.withdraw(link, signedIn.key.id);
    return { ...NOTHING, done: 'Withdrawn. It shows nothing any more.' };
  }
  const name = (fields.get('name') ?? '').trim();
  const days = LINK_DAYS.find((one) => String(one) === fields.get('days'));
  if (name === '' || name.length > MAX_NAME || days === undefined) {
    return refused(`Give the link a name of up to ${MAX_NAME} letters, and say how long it works.`);
  }
  const content = await contentOf(fields, visitor, world);
  if (typeof content === 'string') return refused(content);
  const secret = await world.access.links.make({ name, content, days, by: signedIn });
  if (secret === null) {
    return refused(`This gym has ${MAX_LINKS} links. Withdraw one that nobody needs.`);
  }
  const here = addressOf(request, base);
  const address = `${here.startsWith('https:') ? here : `http://${here}`}/x/${secret}`;
  return { ...NOTHING, made: { kind: kindOf(content), address } };
}

/** What the form asks for, tried once for who makes it; a text says what is wrong with it. */
async function contentOf(fields: Fields, visitor: Visitor, { gyms }: World) {
  const kind = fields.get('kind') ?? '';
  if (kind === 'calendar') return { format: 'ics' as const };
  const query = kind === 'query' ? typedQuery(fields.get('query') ?? '') : known(kind);
  if (typeof query === 'string') return query;
  const caller = visitor.see({ isOwn: true });
  if ('code' in caller) return caller.detail;
  const outcome = await answerFigures(query, caller, gyms, { isFile: true });
  if (outcome.kind === 'refused') return outcome.refusal.detail;
  return outcome.kind === 'faults' ? faultOf(outcome.faults) : { format: 'csv' as const, query };
}

function known(kind: string): FiguresQuery | string {
  const query = Object.hasOwn(QUERIES, kind) ? QUERIES[kind as keyof typeof QUERIES] : null;
  return query ?? 'Say what the link shows.';
}

function typedQuery(text: string): FiguresQuery | string {
  if (text.trim() === '') return 'Type the query, or choose something else that the link shows.';
  const reading = readQueryBody(Buffer.from(text));
  return reading.ok ? reading.query : faultOf(reading.faults);
}

function faultOf([fault]: readonly { readonly loc: readonly unknown[]; readonly msg: string }[]) {
  const place = fault?.loc.slice(1).join(', ') ?? '';
  return `The query is not right${place === '' ? '' : ` at ${place}`}: ${fault?.msg ?? ''}.`;
}

/** Of the whole gym for an owner, of the own key for everybody else. */
function seenBy({ access }: World, { key }: SignedIn): Link[] {
  return access.links
    .list(key.gymId)
    .filter(({ principal }) => key.role === 'owner' || principal.key.id === key.id);
}

export function linksData(world: World, reader: SignedReader, fields: Fields, sent: LinksNotice) {
  const { view, signedIn } = reader;
  const links = seenBy(world, signedIn);
  const rows = links.map(({ id, name, content, endsUtcMs, principal: { key } }) => ({
    id,
    name,
    kind: kindOf(content),
    by: nameOf(key, view) ?? ROLES[roleOf(key)],
    ends: dateAt(view.gym.timezone, endsUtcMs),
  }));
  return { page: 'links' as const, rows, fields, ...sent };
}

function kindOf(content: LinkContent): LinkKind {
  if (content.format === 'ics') return 'calendar';
  const text = JSON.stringify(content.query);
  const named = Object.entries(QUERIES).find(([, query]) => JSON.stringify(query) === text);
  return (named?.[0] as LinkKind | undefined) ?? 'query';
}
