/**
 * The pages of a head office: the list of gyms, and the pages of each gym under `/gyms/<gym_id>`, drawn as at its box. What a
 * person sets up at a box is not here.
 */

import { dateAt, formatInstant } from '../../../../gym/calendar/zone.ts';
import type { Clock } from '../../../../runtime/clock.ts';
import type { ChainFigures, OfficeGyms } from '../../../../service/figures/chain-figures.ts';
import type { KeyFacts, KeyScope } from '../../../../store/access/key.ts';
import {
  addressUnder,
  type GymAddress,
  gymAddress,
  gymBase,
  LIST,
} from '../../../../web/addresses.ts';
import type { Frame } from '../../../../web/data.ts';
import { pageDocument, plainDocument } from '../../../../web/document.tsx';
import type { OfficePlace, Unreached } from '../../../../web/owner-data.ts';
import { refusedPage } from '../../../../web/pages/notice.tsx';
import { OFFICE_REFUSED, REFUSED } from '../../../../web/words/sign-in.ts';
import type { Answer, ApiRequest } from '../../../http/message.ts';
import { parseQuery } from '../../../validation/parameters.ts';
import { type FoundPage, findPage, placeOf } from '../contents.ts';
import { onTo, page, passingPage } from '../page-answer.ts';
import type { World } from '../readers.ts';
import { lookerOf, type PageReader, readerOf, type Someone, someoneOf } from '../readers.ts';
import { asked } from '../sign-in/world.ts';
import { GymList, lineOf, listAsked } from './gym-list.ts';

/** What a head office has beside gyms. */
export interface OfficeParts {
  readonly gyms: OfficeGyms;
  readonly chain: ChainFigures;
  readonly clock: Clock;
}

/** Draws a page of a gym, as at its box. */
type DrawPage = (wanted: {
  readonly found: FoundPage;
  readonly isRefused: boolean;
  readonly reader: PageReader;
  readonly request: Pick<ApiRequest, 'path' | 'rawQuery'>;
}) => Promise<Answer>;

type OfficePage = (request: ApiRequest) => Answer | Promise<Answer>;

/** Neighbours by name that a page leads to, on each side. Chosen here. */
const NEAR = 6;

export class OfficeSite {
  readonly #world: World;
  readonly #gyms: OfficeGyms;
  readonly #list: GymList;
  readonly #draw: DrawPage;

  constructor(world: World, { gyms, chain, clock }: OfficeParts, draw: DrawPage) {
    this.#world = world;
    this.#gyms = gyms;
    this.#list = new GymList({ gyms, chain, clock });
    this.#draw = draw;
  }

  /** The page of a decoded path; null where it is none. */
  find(path: string): OfficePage | null {
    if (path === '/' || path === LIST) return (request) => this.#listPage(request);
    const address = gymAddress(path);
    if (address !== null) return (request) => this.#gymPage(request, address);
    const found = findPage(path);
    if (found !== null) return (request) => this.#onward(request, path);
    return AT_BOX.test(path) ? (request) => this.#atBox(request) : null;
  }

  async #listPage(request: ApiRequest): Promise<Answer> {
    const someone = someoneOf(this.#world, request);
    if (someone === null) return asked(this.#world, request);
    const { key } = someone.signedIn;
    if (key.scope === undefined) return onTo(gymBase(key.gymId));
    const content = await this.#list.data(key.scope, listAsked(parseQuery(request.rawQuery)));
    return this.#page(200, { frame: this.frame(someone, request.path), content });
  }

  async #gymPage(request: ApiRequest, { gymId, path }: GymAddress): Promise<Answer> {
    const world = this.#world;
    const someone = someoneOf(world, request);
    if (someone === null) return asked(world, request);
    const scope = scopeOf(someone.signedIn.key);
    if (world.gyms.scopes?.has(scope, gymId) !== true) return this.#refused(OFFICE_REFUSED.gym);
    const found = findPage(path);
    if (found === null || found.template === '/wall') return this.#atBox(request);
    await world.gyms.prepare?.(gymId);
    const reader = readerOf(world, request, gymId);
    if (reader === null) return asked(world, request);
    const place = placeOf(found, reader);
    if (place.kind === 'elsewhere') return onTo(addressUnder(gymBase(gymId), place.path));
    const unreached = this.#gyms.isReached(gymId) ? null : await this.#unreached(reader);
    return this.#draw({
      found,
      isRefused: place.kind === 'refused',
      reader: {
        ...reader,
        name: `${reader.name} ${JSON.stringify(unreached)} ${this.#gyms.listed(scope).length}`,
        office: this.#placeOf(scope, gymId),
        ...(unreached !== null && { unreached }),
      },
      request: { path, rawQuery: request.rawQuery },
    });
  }

  /** A page of a gym that is not named: the only gym of the key, or the list. */
  #onward(request: ApiRequest, path: string): Answer {
    const someone = someoneOf(this.#world, request);
    if (someone === null) return asked(this.#world, request);
    const { gymId, scope } = someone.signedIn.key;
    if (scope !== undefined) return onTo(LIST);
    const query = request.rawQuery === null ? '' : `?${request.rawQuery}`;
    return onTo(`${addressUnder(gymBase(gymId), path)}${query}`);
  }

  /** What stands round a page of no gym. */
  frame(someone: Someone, address: string): Frame {
    const nowUtcMs = this.#world.clock.nowUtcMs();
    const gyms = this.#gyms.listed(scopeOf(someone.signedIn.key)).length;
    return {
      gym: 'Head office',
      timezone: 'UTC',
      generatedAt: formatInstant('UTC', nowUtcMs),
      today: dateAt('UTC', nowUtcMs),
      isDemo: false,
      address,
      reader: lookerOf(someone, null),
      office: { gym: null, near: [], gyms },
    };
  }

  /** Whether an owner may see, and end, the sign-ins of a key: it sees no gym that the owner does not. */
  covers(owner: KeyFacts, key: KeyFacts): boolean {
    const [wide, narrow] = [scopeOf(owner), scopeOf(key)];
    if (wide.kind === 'all') return true;
    if (narrow.kind === 'all') return false;
    // Gyms that join a group later are seen by its keys.
    if (narrow.kind === 'group') return wide.kind === 'group' && wide.group === narrow.group;
    return narrow.gyms.every((id) => this.#world.gyms.scopes?.has(wide, id) === true);
  }

  #placeOf(scope: KeyScope, gymId: string): OfficePlace {
    const all = this.#gyms.listed(scope);
    const at = all.findIndex(({ id }) => id === gymId);
    const near = all.slice(Math.max(0, at - NEAR), at + NEAR + 1);
    return {
      gym: { id: gymId, name: all[at]?.name ?? gymId },
      near: near.flatMap(({ id, name }) => (id === gymId ? [] : [{ id, name }])),
      gyms: all.length,
    };
  }

  async #unreached({ view }: PageReader): Promise<Unreached> {
    const { id, timezone } = view.gym;
    const lines = await this.#list.lines();
    const nowUtcMs = this.#world.clock.nowUtcMs();
    const { heardAt } = lineOf({ id, timezone }, { lines, nowUtcMs });
    return { heardAt };
  }

  #atBox(request: ApiRequest): Answer {
    const isKnown = someoneOf(this.#world, request) !== null;
    return isKnown ? this.#refused(OFFICE_REFUSED.box, 404) : asked(this.#world, request);
  }

  #refused(text: string, status = 403): Answer {
    const { files } = this.#world.assets;
    const body = refusedPage(REFUSED.title, text, { address: LIST, word: OFFICE_REFUSED.list });
    return passingPage(status, plainDocument(REFUSED.title, body, files));
  }

  #page(status: number, data: Parameters<typeof pageDocument>[0]): Answer {
    return page(status, pageDocument(data, this.#world.assets.files));
  }
}

/** Pages that a box has beside those of its figures. */
const AT_BOX = /^\/(?:setup|cameras|calibrate|audit|schedule|screen)(?:\/|$)/;

/** The scope of a key of one gym is that gym. */
function scopeOf({ scope, gymId }: KeyFacts): KeyScope {
  return scope ?? { kind: 'gyms', gyms: [gymId] };
}
