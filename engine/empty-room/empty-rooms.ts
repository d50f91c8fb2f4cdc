/**
 * Learns for each camera where it sees someone while no one is there, and says where that is. It learns from the looks
 * outside classes, which are taken anyway (`sampling.idle_period`), also while the camera rests in between; a gym without
 * any class has no such hours. What was learnt is worthless once the camera shows something else: another address, another
 * detector, pictures of another size, or because a person says so.
 */

import { createHash } from 'node:crypto';
import { messageOf } from '../../errors.ts';
import type { Log } from '../../runtime/log/log.ts';
import type { SampleOutcome } from '../pool/messages.ts';
import {
  confirmedOf,
  NO_PLACES,
  noteLook,
  type PlaceBox,
  type SteadyPlaces,
} from './steady-places.ts';
import { fromBody, toBody } from './stored.ts';

/** What the history stores of one camera, as a JSON text. */
export interface StoredPlaces {
  readonly cameraId: string;
  /** The view that the body holds for; with another one it is worthless. */
  readonly view: string;
  readonly body: string;
}

/** Where learnt places are stored. The history fulfils it. */
export interface PlacesStore {
  all(): Promise<readonly StoredPlaces[]>;
  keep(places: StoredPlaces): Promise<void>;
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

const NOWHERE: readonly PlaceBox[] = [];

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
    return this.#cameras.get(cameraId)?.confirmed ?? NOWHERE;
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
    const isGood = sample.flags === 0 && sample.count !== null;
    if (!isGood || isClassTime(cameraId)) {
      if (isOther) this.#keep(cameraId, { view, known, confirmed: NOWHERE });
      return;
    }
    const next = noteLook(
      known,
      boxes.map(({ box }) => box),
      sample.atUtcMs,
    );
    const confirmed = confirmedOf(next);
    const learnt = { view, known: next, confirmed };
    const hadPlaces = before?.confirmed.length ?? 0;
    if (confirmed.length !== hadPlaces) {
      log.info('empty_room_learnt', { camera: cameraId, places: confirmed.length });
    }
    if (isOther || next.hour !== known.hour || confirmed.length !== hadPlaces) {
      this.#keep(cameraId, learnt);
    } else {
      this.#cameras.set(cameraId, learnt);
    }
  }

  /** Resolves when nothing is written any more. */
  async stop(): Promise<void> {
    this.#stopListening();
    await this.#storing;
  }

  /** One write after the other; one that fails is made good by the next, within an hour. */
  #keep(cameraId: string, learnt: Learnt): void {
    const { store, log } = this.#options;
    this.#cameras.set(cameraId, learnt);
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
