/**
 * The pages, and the files that they load. They are beside the contract: in no document, and a client that does not prefer
 * `text/html` is answered as if they were not there.
 */

import { once } from '../../../runtime/clock.ts';
import { viewCache } from '../../../service/gyms/gym-classes.ts';
import type { Content } from '../../../web/app.tsx';
import type { RefusedData } from '../../../web/data.ts';
import { type ApiDocument, apiDocsPage } from '../../../web/pages/api-docs.tsx';
import { refusedPage } from '../../../web/pages/notice.tsx';
import { keepCookie } from '../../auth/browsers.ts';
import { tooFast } from '../../auth/refusals.ts';
import { type Answer, type ApiRequest, preferredType } from '../../http/message.ts';
import { parseQuery } from '../../validation/parameters.ts';
import type { App } from '../app.ts';
import {
  ANSWER,
  answerData,
  contentOf,
  type FoundPage,
  findPage,
  PAGE_TEMPLATES,
  pagePartsOf,
  placeOf,
  trainerOn,
} from './contents.ts';
import { linksPage } from './links.ts';
import { type DrawPage, officeSite } from './office/office-site.ts';
import { findOwnerPage, OWNER_TEMPLATES, ownerPage } from './owner/owner-page.ts';
import { type OwnerParts, refusedBy } from './owner/owner-parts.ts';
import { beginSetup } from './owner/setup.ts';
import { ASSETS, builtAssets, fitted, onTo, page, plainPage, REVALIDATED } from './page-answer.ts';
import type { World } from './readers.ts';
import { frameOf, type PageReader, readerOf } from './readers.ts';
import { screen, signIn, signOut } from './sign-in/sign-in.ts';
import { signIns } from './sign-in/sign-ins.ts';
import { askForKey } from './sign-in/world.ts';

/** What the router asks. A path is decoded. */
export interface Site {
  /** The answer of a page or a file; null where the path is neither, or something else is preferred to a page. */
  find(path: string): SitePlace | null;
}

export interface SitePlace {
  /** `file`: GET. `page`: GET by who prefers a page. `form`: also POST. */
  readonly kind: 'file' | 'page' | 'form';
  /** Whether an owner may send a file with its form. */
  readonly takesFile?: boolean;
  answer(request: ApiRequest): Answer | Promise<Answer>;
}

/** The page that draws `openapi.json`; open to all, as that file is. */
const API_DOCS = '/docs';

/** The same until the program is another one. */
const DOCS = { status: 200, title: 'The HTTP API', caching: REVALIDATED };

/** Where a wrong address is a mistake of a program, which is told so in JSON. */
const OF_PROGRAMS = /^\/(?:v1|mcp|ask|operator|oauth|\.well-known)(?:\/|$)/;

/** The pages about who gets in, by their address: each takes GET and its own form. */
const FORMS = new Map([
  ['/links', linksPage],
  ['/sign-in', signIn],
  ['/sign-out', signOut],
  ['/sign-ins', signIns],
  ['/screen', screen],
]);

/** A head office has none of these. */
const OF_BOX = ['/links', '/screen'];

/** For a person with a wrong address: the same whoever asks, so it needs no key. */
function lost() {
  const title = 'Page not found';
  const today = { address: '/', word: 'Go to Today' };
  const body = refusedPage(title, 'There is nothing at this address.', today);
  return plainPage({ status: 404, title, body });
}

/** Longest question, characters: as `/ask` has it. */
const MAX_QUESTION = 500;

/** Pages of one view that are kept. Chosen here: all that a few people open, and a few MB. */
const MAX_PAGES = 32;

/** Null where the pages were not built. @param apiDocument what `/openapi.json` serves; asked at the first request for `/docs`. */
export function createSite(app: App, apiDocument: () => object): Site | null {
  const assets = builtAssets();
  if (assets === null) return null;
  const box: World = { ...app, pages: viewCache(MAX_PAGES) };
  const site = app.chain && officeSite(box, app.chain, (wanted) => drawn(box, wanted));
  const world = site === undefined ? box : { ...box, officeSite: site };
  const find = (path: string): SitePlace | null => {
    if (site === undefined) return ownPage(world, path);
    const answer = site.find(path);
    return answer && { kind: 'page', answer };
  };
  const apiDocs = once(() =>
    plainPage({ ...DOCS, body: apiDocsPage(apiDocument() as ApiDocument) }),
  );
  return {
    find: (path) => {
      if (path === API_DOCS) return { kind: 'page', answer: apiDocs };
      if (path.startsWith(ASSETS)) {
        const name = path.slice(ASSETS.length);
        return {
          kind: 'file',
          answer: ({ headers }) => assets.answer(name, headers.get('accept-encoding')),
        };
      }
      const form = site && OF_BOX.includes(path) ? undefined : FORMS.get(path);
      const place: SitePlace | null =
        form === undefined
          ? find(path)
          : { kind: 'form', answer: (request) => form(world, request) };
      if (place === null) return OF_PROGRAMS.test(path) ? null : { kind: 'page', answer: lost };
      return {
        ...place,
        answer: async (request) => {
          const verdict = world.limits.addresses.take(() => request.ip);
          if (!verdict.isAllowed) return tooFast('address', verdict);
          return fitted(await place.answer(request), request, world);
        },
      };
    },
  };
}

const SETUP = /^\/setup(?:\/|$)/;

/** All pages and forms of a box. */
export const SITE_TEMPLATES: readonly string[] = [
  API_DOCS,
  ...FORMS.keys(),
  ...OWNER_TEMPLATES,
  ...PAGE_TEMPLATES,
];

/** Who may open them is stated for each in `test/api/auth/matrix-pages.test.ts`. */
function ownPage(world: World, path: string): SitePlace | null {
  const owned = findOwnerPage(path);
  if (owned !== null) {
    const isBegun = !(world.isDemo() && world.owner !== undefined && SETUP.test(path));
    const answer = (request: ApiRequest) =>
      isBegun ? ownerPage(world, request, owned) : beginSetup(world, request);
    return { kind: 'form', takesFile: path === '/setup/schedule', answer };
  }
  const found = findPage(path);
  if (found === null) return null;
  const kind = found.template === SESSION ? 'form' : 'page';
  return { kind, answer: (request) => answer(world, found, request) };
}

/** Whether a page is preferred to JSON: as browsers say when they open an address. */
export function isPageWanted({ method, headers }: ApiRequest): boolean {
  return (
    method === 'GET' &&
    preferredType(headers.get('accept'), ['application/json', 'text/html']) === 'text/html'
  );
}

function answer(world: World, found: FoundPage, request: ApiRequest): Answer | Promise<Answer> {
  const reader = readerOf(world, request);
  if (reader === null) return askForKey(world, request);
  const place = placeOf(found, reader);
  if (typeof place === 'object') return onTo(place.elsewhere);
  if (found.template === SESSION && place === 'here') {
    const isOwner = reader.signedIn?.key.role === 'owner' && world.owner !== undefined;
    if (isOwner) return ownSession(world, found, request);
    if (request.method === 'POST') return refusedTo(request.path, reader, 'session');
  }
  const made = drawn(world, { found, isRefused: place === 'refused', reader, request });
  const { cookie } = reader;
  if (reader.reader?.role !== 'screen' || cookie === null) return made;
  // A screen hangs for years: its browser keeps a cookie for 400 days from the last time that it got it.
  return made.then((one) => ({ ...one, headers: [...(one.headers ?? []), keepCookie(cookie)] }));
}

const SESSION = '/sessions/{id}';

/** With what an owner says of a class that is on or over: of these pages none is kept, since that changes without the gym. */
function ownSession(world: World, found: FoundPage, request: ApiRequest): Promise<Answer> {
  const { id } = found;
  const draw = async ({ call, reader, sent }: OwnerParts) => {
    const content = await contentOf(found, reader, pagePartsOf(world, found, request, reader));
    const status = content.page === 'session' ? content.report.session.status : null;
    if (status !== 'in_progress' && status !== 'completed') return content;
    const path = { session_id: id };
    // Of one that is not stored, as in sample data, nothing can be said.
    const findings = await call('GET /sessions/{session_id}/findings', { path }).catch((error) => {
      refusedBy(error);
    });
    return { ...content, findings: findings ?? undefined, sent };
  };
  return ownerPage(world, request, { made: ['session', draw], id });
}

async function drawn(world: World, wanted: Parameters<DrawPage>[0]): Promise<Answer> {
  const { found, isRefused, reader, request } = wanted;
  const { view } = reader;
  const { path, rawQuery } = request;
  const address = rawQuery === null ? path : `${path}?${rawQuery}`;
  const draw = (status: number, content: Content) =>
    page(status, { frame: frameOf(view, address, reader), content });
  if (isRefused) {
    return refusedTo(path, reader, reader.reader?.role === 'screen' ? 'screen' : 'trainer');
  }
  if (found.template === ANSWER) {
    const question = (parseQuery(rawQuery).get('query') ?? '').trim().slice(0, MAX_QUESTION);
    return draw(200, await answerData(question, reader.visitor, world));
  }
  const about = pagePartsOf(world, found, request, reader);
  const name = `${reader.name} ${address} ${JSON.stringify(about.notices)}`;
  const made = await world.pages.get(view, name, () => {
    const page = contentOf(found, reader, about).then((content) =>
      draw(content.page === 'missing' ? 404 : 200, content),
    );
    page.catch(() => world.pages.forget(view, name));
    return page;
  });
  const trainerId = trainerOn(found);
  if (trainerId !== null && made.status === 200) {
    const caller = reader.visitor.see({ isOwn: true });
    if (!('code' in caller)) caller.onTrainerSeen?.(trainerId);
  }
  return made;
}

function refusedTo(path: string, reader: PageReader, to: RefusedData['to']): Answer {
  const frame = frameOf(reader.view, path, reader);
  return page(403, { frame, content: { page: 'refused', to } });
}
