/**
 * The pages of a head office: the list of gyms, and the pages of each gym under `/gyms/<gym_id>`, drawn as at its box. What a
 * person sets up at a box is not here.
 */

import { dateAt, formatInstant } from '../../../../gym/calendar/zone.ts';
import type { ChainFigures } from '../../../../service/figures/chain-figures.ts';
import type { KeyFacts, KeyScope } from '../../../../store/access/key.ts';
import {
  addressUnder,
  type GymAddress,
  gymAddress,
  gymBase,
  LIST,
} from '../../../../web/addresses.ts';
import type { Frame } from '../../../../web/data.ts';
import type { OfficePlace, Unreached } from '../../../../web/owner-data.ts';
import { refusedPage } from '../../../../web/pages/notice.tsx';
import { OFFICE_REFUSED, REFUSED } from '../../../../web/words/sign-in.ts';
import type { Answer, ApiRequest } from '../../../http/message.ts';
import { parseQuery } from '../../../validation/parameters.ts';
import { type FoundPage, findPage, placeOf } from '../contents.ts';
import { onTo, page, plainPage } from '../page-answer.ts';
import type { World } from '../readers.ts';
import { lookerOf, type PageReader, type Person, personOf, readerOf } from '../readers.ts';
import { askForKey } from '../sign-in/world.ts';
import { gymList, lineOf, listView } from './gym-list.ts';

/** Draws a page of a gym, as at its box. */
export type DrawPage = (wanted: {
  readonly found: FoundPage;
  readonly isRefused: boolean;
  readonly reader: PageReader;
  readonly request: Pick<ApiRequest, 'path' | 'rawQuery'>;
}) => Promise<Answer>;

/** Neighbours by name that a page leads to, on each side. Chosen here. */
const NEAR = 6;

/** @param draw Draws a page of a gym, as at its box. */
export function officeSite(world: World, chain: ChainFigures, draw: DrawPage) {
  const list = gymList(chain, world.clock);

  const refused = (text: string, status = 403): Answer => {
    const body = refusedPage(REFUSED.title, text, { address: LIST, word: OFFICE_REFUSED.list });
    return plainPage({ status, title: REFUSED.title, body });
  };

  const atBox = (): Answer => refused(OFFICE_REFUSED.box, 404);

  /** What stands round a page of no gym. */
  const frame = (person: Person, address: string): Frame => {
    const nowUtcMs = world.clock.nowUtcMs();
    const gyms = chain.listed(scopeOf(person.signedIn.key)).length;
    return {
      gym: 'Head office',
      timezone: 'UTC',
      generatedAt: formatInstant('UTC', nowUtcMs),
      today: dateAt('UTC', nowUtcMs),
      isDemo: false,
      address,
      reader: lookerOf(person, null),
      office: { gym: null, near: [], gyms },
    };
  };

  const listPage = async (person: Person, request: ApiRequest): Promise<Answer> => {
    const { key } = person.signedIn;
    if (key.scope === undefined) return onTo(gymBase(key.gymId));
    const content = await list.data(key.scope, listView(parseQuery(request.rawQuery)));
    return page(200, { frame: frame(person, request.path), content });
  };

  const gymPage = async (person: Person, request: ApiRequest, { gymId, path }: GymAddress) => {
    const scope = scopeOf(person.signedIn.key);
    if (world.gyms.scopes?.has(scope, gymId) !== true) return refused(OFFICE_REFUSED.gym);
    const found = findPage(path);
    if (found === null || found.template === '/wall') return atBox();
    await world.gyms.prepare?.(gymId);
    const reader = readerOf(world, request, gymId);
    if (reader === null) return askForKey(world, request);
    const place = placeOf(found, reader);
    if (typeof place === 'object') return onTo(addressUnder(gymBase(gymId), place.elsewhere));
    const all = chain.listed(scope);
    const unreached = chain.isReached(gymId) ? null : await heard(reader);
    return draw({
      found,
      isRefused: place === 'refused',
      reader: {
        ...reader,
        name: `${reader.name} ${JSON.stringify(unreached)} ${all.length}`,
        office: placeIn(all, gymId),
        ...(unreached !== null && { unreached }),
      },
      request: { path, rawQuery: request.rawQuery },
    });
  };

  const heard = async ({ view }: PageReader): Promise<Unreached> => {
    const { heardAt } = lineOf(view.gym, await list.lines(), world.clock.nowUtcMs());
    return { heardAt };
  };

  /** A page of a gym that is not named: the only gym of the key, or the list. */
  const onward = ({ signedIn: { key } }: Person, request: ApiRequest, path: string): Answer => {
    if (key.scope !== undefined) return onTo(LIST);
    const query = request.rawQuery === null ? '' : `?${request.rawQuery}`;
    return onTo(`${addressUnder(gymBase(key.gymId), path)}${query}`);
  };

  /** For whoever is signed in; everybody else is asked for a key. */
  const signedIn =
    (answer: (person: Person, request: ApiRequest) => Answer | Promise<Answer>) =>
    (request: ApiRequest) => {
      const person = personOf(world, request);
      return person === null ? askForKey(world, request) : answer(person, request);
    };

  return {
    frame,

    /** The page of a decoded path; null where it is none. */
    find: (path: string) => {
      const address = gymAddress(path);
      if (path === '/' || path === LIST) return signedIn(listPage);
      if (address !== null) return signedIn((...who) => gymPage(...who, address));
      if (findPage(path) !== null) return signedIn((...who) => onward(...who, path));
      return AT_BOX.test(path) ? signedIn(atBox) : null;
    },

    /** Whether an owner may see, and end, the sign-ins of a key: it sees no gym that the owner does not. */
    covers: (owner: KeyFacts, key: KeyFacts): boolean => {
      const [wide, narrow] = [scopeOf(owner), scopeOf(key)];
      if (wide.kind === 'all') return true;
      if (narrow.kind === 'all') return false;
      // Gyms that join a group later are seen by its keys.
      if (narrow.kind === 'group') return wide.kind === 'group' && wide.group === narrow.group;
      return narrow.gyms.every((id) => world.gyms.scopes?.has(wide, id) === true);
    },
  };
}

function placeIn(all: ReturnType<ChainFigures['listed']>, gymId: string): OfficePlace {
  const at = all.findIndex(({ id }) => id === gymId);
  const near = all.slice(Math.max(0, at - NEAR), at + NEAR + 1);
  return {
    gym: { id: gymId, name: all[at]?.name ?? gymId },
    near: near.flatMap(({ id, name }) => (id === gymId ? [] : [{ id, name }])),
    gyms: all.length,
  };
}

/** Pages that a box has beside those of its figures. */
const AT_BOX = /^\/(?:setup|cameras|calibrate|audit|schedule|screen|models|links)(?:\/|$)/;

/** The scope of a key of one gym is that gym. */
function scopeOf({ scope, gymId }: KeyFacts): KeyScope {
  return scope ?? { kind: 'gyms', gyms: [gymId] };
}
