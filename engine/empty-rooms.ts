/**
 * Learns for each camera where it sees someone while no one is there, and says where that is. It learns from the looks
 * outside classes, which are taken anyway (`sampling.idle_period`), also while the camera rests in between; a gym without
 * any class has no such hours. What was learnt is worthless once the camera shows something else: another address, another
 * detector, pictures of another size, or because a person says so.
 */

import { createHash } from 'node:crypto';
import { messageOf } from '../errors.ts';
import type { Log } from '../runtime/log/log.ts';
import type { SampleOutcome } from './pool/messages.ts';
import { bestOn, overlapOf } from './zones.ts';

/** What the history stores of one camera: a JSON text, and the view that it holds for; with another one it is worthless. */
export type StoredPlaces = Readonly<Record<'cameraId' | 'view' | 'body', string>>;

/** Where learnt places are stored. The history fulfils it. */
export interface PlacesStore {
  all(): Promise<readonly StoredPlaces[]>;
  keep(places: StoredPlaces): Promise<unknown>;
  /** Calls `listener` when the places of a camera are forgotten. @returns ends that. */
  onForget(listener: (cameraId: string) => void): () => void;
}

export interface EmptyRoomsOptions {
  readonly store: PlacesStore;
  /** Whether a class is held, or about to be, where the camera looks. */
  readonly isClassTime: (cameraId: string) => boolean;
  /** What the camera's boxes are made of; null for one that is not counted any more. */
  readonly viewOf: (cameraId: string) => string | null;
  readonly log: Log;
}

interface Learnt {
  /** Digest of what it holds for; see {@link digestOf}. */
  readonly view: string;
  readonly known: SteadyPlaces;
  readonly confirmed: readonly PlaceBox[];
}

export class EmptyRooms {
  readonly #options: EmptyRoomsOptions;
  readonly #cameras = new Map<string, Learnt>();
  readonly #stopListening: () => void;
  #storing: Promise<void> = Promise.resolve();

  constructor(options: EmptyRoomsOptions) {
    this.#options = options;
    this.#stopListening = options.store.onForget((cameraId) => this.#cameras.delete(cameraId));
  }

  /** Takes up what was learnt before. Call it before the first look; what cannot be read is learnt again. */
  async load(): Promise<void> {
    try {
      for (const { cameraId, view, body } of await this.#options.store.all()) {
        const known = fromBody(body);
        this.#cameras.set(cameraId, { view, known, confirmed: confirmedOf(known) });
      }
    } catch (error) {
      this.#options.log.error('empty_rooms_unread', { detail: messageOf(error) });
    }
  }

  /** Where the camera always sees someone who is no one, in ratios of its picture. */
  placesOf(cameraId: string): readonly PlaceBox[] {
    return this.#cameras.get(cameraId)?.confirmed ?? [];
  }

  /** Learns from a look, where it was one at a room without a class. */
  note(cameraId: string, { sample, boxes, frameSize }: SampleOutcome): void {
    const { viewOf, isClassTime, log } = this.#options;
    const of = viewOf(cameraId);
    if (of === null) return;
    const view = digestOf(of, frameSize);
    const before = this.#cameras.get(cameraId);
    const isOther = before !== undefined && before.view !== view;
    if (isOther) log.info('empty_room_forgotten', { camera: cameraId });
    const known = before === undefined || isOther ? NO_PLACES : before.known;
    const isLearning = sample.flags === 0 && sample.count !== null && !isClassTime(cameraId);
    if (!isLearning && !isOther) return;
    const seen = boxes.map(({ box }) => box);
    const next = isLearning ? noteLook(known, seen, sample.atUtcMs) : known;
    const learnt = { view, known: next, confirmed: confirmedOf(next) };
    const places = learnt.confirmed.length;
    const isNews = places !== (before?.confirmed.length ?? 0);
    if (isLearning && isNews) log.info('empty_room_learnt', { camera: cameraId, places });
    this.#cameras.set(cameraId, learnt);
    if (isOther || isNews || next.hour !== known.hour) this.#store(cameraId, learnt);
  }

  /** Resolves when nothing is written any more. */
  async stop(): Promise<void> {
    this.#stopListening();
    await this.#storing;
  }

  /** One write after the other; one that fails is made good by the next, within an hour. */
  #store(cameraId: string, learnt: Learnt): void {
    const { store, log } = this.#options;
    this.#storing = this.#storing.then(async () => {
      // Forgotten in the meantime, by someone who moved the camera.
      if (!this.#cameras.has(cameraId)) return;
      try {
        await store.keep({ cameraId, view: learnt.view, body: toBody(learnt.known) });
      } catch (error) {
        log.error('empty_room_not_stored', { camera: cameraId, detail: messageOf(error) });
      }
    });
  }
}

/** Of the camera's address without its login, its detector and the size of its pictures. */
function digestOf(of: string, { width, height }: SampleOutcome['frameSize']): string {
  const plain = of.replace(/\/\/[^/@"]*@/, '//');
  return createHash('sha256').update(`${plain} ${width}x${height}`).digest('hex').slice(0, 12);
}

/**
 * Where a camera sees someone who is none: a rack, a poster, a mirror. Learnt from the boxes of hours outside classes, by
 * place and never by number. Pure; only coordinates and times go in and come out.
 *
 * A box that has ever moved is a person: its place is forgotten at once, and so is a place where the thing itself is hidden
 * by someone who passes. Anyone who wants to be taken for a rack has to hold still for hours of two different halves of a day.
 */

/** [x1, y1, x2, y2] in ratios of the picture. */
export type PlaceBox = readonly [number, number, number, number];

export type SteadyPlace = Readonly<ReturnType<typeof newPlace>>;

export interface SteadyPlaces {
  readonly places: readonly SteadyPlace[];
  /** Hour since 1970, UTC, of the last look; null before the first. */
  readonly hour: number | null;
}

export const NO_PLACES: SteadyPlaces = { places: [], hour: null };

const HOUR_MS = 3_600_000;
/** From this overlap on it is the same body somewhere else. Chosen here. */
const MOVED_OVERLAP = 0.1;
/** Share of an hour's looks that see a steady thing. Chosen here: detectors flicker. */
const STEADY_SHARE = 0.6;
/** What makes a place one of false people. Chosen here: no one holds still in six hours that lie twelve apart. */
const CONFIRMED = { hours: 6, sightings: 30, spanMs: 12 * HOUR_MS };
/** Hours in which nothing is seen, after which a place is forgotten: three days. Chosen here. */
const FORGOTTEN_HOURS = 72;
/** Chosen here: rooms with more are no rooms to count in. The newest are left out. */
const MAX_PLACES = 64;

/** Takes in a look at a room in which no class is held. Looks come in order of time. */
export function noteLook(
  known: SteadyPlaces,
  boxes: readonly PlaceBox[],
  atUtcMs: number,
): SteadyPlaces {
  const hour = Math.floor(atUtcMs / HOUR_MS);
  const places = hour === known.hour ? known.places : known.places.flatMap(closeHour);
  const free = new Set(boxes);
  // First whatever is where it was: what is left then has come from somewhere.
  const seen = places.map(({ box }) => {
    const best = bestOn(box, [...free]);
    return best !== null && free.delete(best);
  });
  const left = [...free];
  const steady = places.flatMap((place, at): SteadyPlace[] => {
    const looks = place.looks + 1;
    if (seen[at] === true) {
      const [sightings, times] = [place.sightings + 1, place.seen + 1];
      return [{ ...place, looks, seen: times, sightings, lastUtcMs: atUtcMs }];
    }
    const hasMoved = left.some((box) => overlapOf(place.box, box) >= MOVED_OVERLAP);
    return hasMoved ? [] : [{ ...place, looks }];
  });
  const news = left.slice(0, MAX_PLACES - steady.length).map((box) => newPlace(box, atUtcMs));
  return { places: [...steady, ...news], hour };
}

/** The places whose boxes are no people. */
export function confirmedOf({ places }: SteadyPlaces): readonly PlaceBox[] {
  return places
    .filter(
      ({ hours, sightings, firstUtcMs, lastUtcMs }) =>
        hours >= CONFIRMED.hours &&
        sightings >= CONFIRMED.sightings &&
        lastUtcMs - firstUtcMs >= CONFIRMED.spanMs,
    )
    .map(({ box }) => box);
}

function newPlace(box: PlaceBox, atUtcMs: number) {
  return {
    /** Of its first sighting: it never follows what is seen there. */
    box,
    firstUtcMs: atUtcMs,
    lastUtcMs: atUtcMs,
    sightings: 1,
    /** Hours in which it was seen in most looks. */
    hours: 0,
    /** Hours in a row in which it was not seen at all: the light may be out. */
    quietHours: 0,
    /** Looks of the running hour, since it is known, and how many of them saw it. */
    looks: 1,
    seen: 1,
  };
}

/** What an hour has said of a place; nothing where it is forgotten. */
function closeHour(place: SteadyPlace): SteadyPlace[] {
  const next = { ...place, looks: 0, seen: 0 };
  if (place.seen === 0) {
    const quietHours = place.quietHours + 1;
    return place.hours === 0 || quietHours >= FORGOTTEN_HOURS ? [] : [{ ...next, quietHours }];
  }
  const isSteady = place.seen >= STEADY_SHARE * place.looks;
  const hours = place.hours + (isSteady ? 1 : -1);
  return hours <= 0 ? [] : [{ ...next, hours, quietHours: 0 }];
}

/** What was learnt of an empty room as it is stored: coordinates and times. */

/** What is stored under another number is forgotten. */
const FORMAT = 1;

export function toBody(known: SteadyPlaces): string {
  return JSON.stringify({ format: FORMAT, ...known });
}

/** What a text of {@link toBody} says; nothing is known where it says nothing. */
export function fromBody(body: string): SteadyPlaces {
  const { format, places, hour } = JSON.parse(body) as SteadyPlaces & { readonly format: number };
  return format === FORMAT ? { places, hour } : NO_PLACES;
}
