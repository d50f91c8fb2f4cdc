/**
 * The pages, and the files that they load. They are beside the contract: in no document, and a client that does not prefer
 * `text/html` is answered as if they were not there.
 */

import type { QuestionReader } from '../../../ask/reader.ts';
import type { GymView } from '../../../gym/sessions/view.ts';
import type { GymEvidence } from '../../../service/evidence/evidence.ts';
import type { ClassesSource, GymSource } from '../../../service/gyms/gym-source.ts';
import type { EngineStatus } from '../../../service/status.ts';
import { addressGroup } from '../../../store/access/client-address.ts';
import type { AccessLimits } from '../../../store/access/limits/limits.ts';
import { pageDocument, plainDocument } from '../../../web/document.tsx';
import { signInPage } from '../../../web/pages/sign-in.tsx';
import { EN } from '../../../web/words/en.ts';
import { tooFast } from '../../auth/refusals.ts';
import { type Answer, type ApiRequest, type Headers, TextBody } from '../../http/message.ts';
import { preferredType } from '../../http/request/accept.ts';
import { parseQuery } from '../../validation/query-string.ts';
import { answerData } from './answer-page.ts';
import { ASSETS, type Assets, readAssets } from './assets.ts';
import { ANSWER, contentOf, type FoundPage, findPage } from './contents.ts';
import { frameOf, noticesOf } from './frame.ts';
import { PageCache } from './page-cache.ts';

export interface SiteParts {
  readonly gyms: Pick<GymSource, 'view' | 'asOf'> & ClassesSource;
  readonly evidence: GymEvidence;
  readonly engine: { status(): EngineStatus };
  /** The gym whose pages are open to everyone: `demo`, where it is the only one; null where a sign-in is needed. */
  readonly openGym: () => string | null;
  readonly limits: Pick<AccessLimits, 'addresses'>;
  readonly reader: QuestionReader;
}

/** What the router asks. A path is decoded. */
export interface Site {
  /** The answer of a page or a file; null where the path is neither, or something else is preferred to a page. */
  find(path: string): SitePlace | null;
}

export interface SitePlace {
  readonly isFile: boolean;
  answer(request: ApiRequest): Answer | Promise<Answer>;
}

/** Nothing runs, loads or is sent anywhere but here, and no text becomes code. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "font-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const PAGE_HEADERS: Headers = [
  ['Content-Security-Policy', POLICY],
  ['X-Frame-Options', 'DENY'],
  ['X-Content-Type-Options', 'nosniff'],
  ['Referrer-Policy', 'same-origin'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=()'],
  ['Cache-Control', 'private, no-cache'],
  ['Vary', 'Accept, Cookie'],
];

/** Longest question, characters: as `/ask` has it. */
const MAX_QUESTION = 500;

/** Null where the pages were not built. */
export function createSite(parts: SiteParts): Site | null {
  const assets = readAssets();
  if (assets === null) return null;
  const cache = new PageCache();
  return {
    find: (path) => {
      if (path.startsWith(ASSETS)) {
        const name = path.slice(ASSETS.length);
        return { isFile: true, answer: () => assets.answer(name) };
      }
      const found = findPage(path);
      if (found === null) return null;
      return {
        isFile: false,
        answer: (request) => answer({ ...parts, assets, cache }, found, request),
      };
    },
  };
}

/** Whether a page is preferred to JSON: as browsers say when they open an address. */
export function isPageWanted({ method, headers }: ApiRequest): boolean {
  return (
    method === 'GET' &&
    preferredType(headers.get('accept'), ['application/json', 'text/html']) === 'text/html'
  );
}

interface World extends SiteParts {
  readonly assets: Assets;
  readonly cache: PageCache;
}

function answer(world: World, found: FoundPage, request: ApiRequest): Answer | Promise<Answer> {
  const { limits, gyms, openGym, assets } = world;
  if (!limits.addresses.takeUnseen()) {
    const verdict = limits.addresses.take(addressGroup(request.ip));
    if (!verdict.isAllowed) return tooFast('address', verdict);
  }
  const gymId = openGym();
  const view = gymId === null ? null : gyms.view(gymId);
  if (view === null) {
    return page(401, plainDocument(EN.signIn.title, signInPage(), assets.files));
  }
  if (found.template === ANSWER) return answered(world, view, request);
  const { path, rawQuery } = request;
  const address = rawQuery === null ? path : `${path}?${rawQuery}`;
  const notices = noticesOf(world.engine.status(), view.gym.id);
  return world.cache.get(view, `${address} ${JSON.stringify(notices)}`, async () => {
    const asked = { id: found.id, query: parseQuery(rawQuery), notices, evidence: world.evidence };
    const content = await contentOf(found, view, asked);
    const status = content.page === 'missing' ? 404 : 200;
    return page(
      status,
      pageDocument({ frame: frameOf(view, address, true), content }, assets.files),
    );
  });
}

async function answered(world: World, view: GymView, request: ApiRequest): Promise<Answer> {
  const { gyms, reader, assets } = world;
  const { path, rawQuery } = request;
  const address = rawQuery === null ? path : `${path}?${rawQuery}`;
  const question = (parseQuery(rawQuery).get('query') ?? '').trim().slice(0, MAX_QUESTION);
  const content = await answerData(question, { view, gyms, reader });
  return page(200, pageDocument({ frame: frameOf(view, address, true), content }, assets.files));
}

function page(status: number, text: string): Answer {
  return { status, value: new TextBody('text/html; charset=utf-8', text), headers: PAGE_HEADERS };
}
