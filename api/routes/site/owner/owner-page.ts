/** Pages that only an owner has, and that are read from the history: who else asks gets none of it. */

import type { Content, RefusedData } from '../../../../web/data.ts';
import { pageDocument } from '../../../../web/document.tsx';
import type { Answer, ApiRequest } from '../../../http/message.ts';
import { frameOf } from '../frame.ts';
import { page } from '../page-answer.ts';
import { readerOf } from '../readers.ts';
import { asked, type SignInWorld } from '../sign-in/world.ts';
import type { OwnerAsked } from './asked.ts';
import { auditPage } from './audit.ts';
import { calibratePage } from './calibrate.ts';

export interface OwnerWorld extends SignInWorld {
  readonly operator?: OwnerAsked['operator'];
}

interface OwnerPage {
  readonly refused: RefusedData['to'];
  readonly draw: (asked: OwnerAsked) => Promise<Content>;
}

const PAGES: Readonly<Record<string, OwnerPage>> = {
  '/calibrate': { refused: 'calibrate', draw: calibratePage },
  '/audit': { refused: 'audit', draw: auditPage },
};

/** All of them, as they are declared. */
export const OWNER_TEMPLATES: readonly string[] = Object.keys(PAGES);

/** What draws the page of a decoded path; null where it is none of these. */
export function findOwnerPage(path: string): OwnerPage | null {
  return Object.hasOwn(PAGES, path) ? (PAGES[path] ?? null) : null;
}

export async function ownerPage(
  world: OwnerWorld,
  request: ApiRequest,
  { refused, draw }: OwnerPage,
  query: ReadonlyMap<string, string>,
): Promise<Answer> {
  const reader = readerOf(world, request);
  if (reader === null || reader.signedIn === null) return asked(world, request);
  const { operator, assets } = world;
  const isOwner = reader.signedIn.key.role === 'owner' && operator !== undefined;
  const content: Content = isOwner
    ? await draw({ reader, operator, query })
    : { page: 'refused', to: refused };
  const frame = frameOf(reader.view, request.path, reader);
  return page(isOwner ? 200 : 403, pageDocument({ frame, content }, assets.files));
}
