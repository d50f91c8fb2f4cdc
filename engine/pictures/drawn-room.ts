/**
 * A drawn gym room as a camera sees it: stills by room and number of people, whose true count `rooms/truth.json` has, and
 * how many people are there when. Its address is `scene:studio?seed=7&people=10&period_min=60&epoch=1800000000`.
 *
 * Classes follow one another: with the default period of 60 min one starts on each full hour (UTC), or an hour after the
 * other from the epoch on, before which no one comes, and takes 50 min. People come from 4 min before to 6 min after the
 * start and go within 5 min of the end; the room is empty for some 40 s of it.
 */

import { nearest } from '../../config/fault.ts';
import { TurnoutError } from '../../errors.ts';
import { installedFile } from '../../runtime/installation.ts';

const ROOMS = ['studio', 'spin', 'weights', 'yoga'] as const;

/** All that a scene depends on besides the time. */
export type SceneSpec = ReturnType<typeof parseSceneUrl>;

/** The stills have so many, and are so large, px. */
const MOST_PEOPLE = 10;
export const STILL_SIZE = { width: 640, height: 360 } as const;
/** Share of the period that a class takes. */
export const CLASS_SHARE = 5 / 6;

/** Of an address: default, least, most. */
const PARAMETERS = {
  seed: [1, 0, 4_294_967_295],
  people: [MOST_PEOPLE, 0, MOST_PEOPLE],
  period_min: [60, 10, 240],
  epoch: [0, 0, 4_294_967_295],
  empty_s: [0, 0, 60],
} as const;

/** Reads an address; `epoch` in seconds since 1970. Throws `config_invalid` with the known words, and the one that was probably meant. */
export function parseSceneUrl(url: string) {
  const [whole, room = '', query = ''] = /^scene:([^?]*)(?:\?([^?]*))?$/.exec(url) ?? [];
  if (whole === undefined) throw fault('scene:ROOM?name=value&…', url);
  const known = ROOMS.find((one) => one === (room || 'studio'));
  if (known === undefined) throw fault(`one of ${ROOMS.join(', ')}`, room, ROOMS);
  const given = new Map<string, number>();
  for (const [name, text] of new URLSearchParams(query)) {
    const names = Object.keys(PARAMETERS);
    if (!isParameter(name)) throw fault(`one of ${names.join(', ')}`, name, names);
    const [, least, most] = PARAMETERS[name];
    const isRight = /^\d{1,10}$/.test(text) && Number(text) >= least && Number(text) <= most;
    if (!isRight) throw fault(`${name} to be a whole number, ${least}..${most}`, text);
    if (given.has(name)) throw fault(`${name} once`, `${name} twice`);
    given.set(name, Number(text));
  }
  const value = (name: keyof typeof PARAMETERS) => given.get(name) ?? PARAMETERS[name][0];
  return {
    room: known,
    /** 0..4294967295: who comes when. */
    seed: value('seed'),
    /** Most people in a class, 0..{@link MOST_PEOPLE}; 70 to 100 % of them come. */
    people: value('people'),
    /** From one class's start to the next, minutes; the class itself takes five sixths of it. */
    periodMin: value('period_min'),
    /** When the first of the classes begins, ms since 1970, UTC; the others follow it. */
    epochMs: value('epoch') * 1000,
    /** How long the room is shown empty at most, until a picture of it was counted: for a detector that learns it, ms. */
    emptyMs: value('empty_s') * 1000,
  };
}

/** How many people come to a class; no one before the first one, number 0. */
export function classSize({ people, seed }: SceneSpec, klass: number): number {
  return klass < 0 ? 0 : Math.round(people * between(0.7, 1, seed, klass, SALT.size));
}

/** How many people are in the room at an instant. */
export function peopleAt(spec: SceneSpec, tMs: number): number {
  const periodMs = spec.periodMin * 60_000;
  const now = Math.floor((tMs - spec.epochMs) / periodMs);
  let people = 0;
  for (let klass = now - 1; klass <= now + 1; klass += 1) {
    const passed = (tMs - spec.epochMs) / periodMs - klass;
    for (let slot = 0; slot < classSize(spec, klass); slot += 1) {
      const arrives = between(-4 / 60, 6 / 60, spec.seed, klass, slot, SALT.arrive);
      const leaves = CLASS_SHARE + between(0, 5 / 60, spec.seed, klass, slot, SALT.leave);
      if (passed >= arrives && passed < leaves) people += 1;
    }
  }
  return Math.min(MOST_PEOPLE, people);
}

/** The still of a room with so many people. There are two, so that a picture is never that of a frozen camera. */
export function stillOf({ room }: Pick<SceneSpec, 'room'>, people: number, turn: number): URL {
  const number = String(people).padStart(2, '0');
  return installedFile(`engine/pictures/rooms/${room}-${number}${turn % 2 === 0 ? 'a' : 'b'}.jpg`);
}

const SALT = { size: 21, arrive: 22, leave: 23 } as const;

function isParameter(name: string): name is keyof typeof PARAMETERS {
  return Object.hasOwn(PARAMETERS, name);
}

/** An address is typed by hand and may hold anything. */
function fault(expected: string, text: string, known: readonly string[] = []): TurnoutError {
  const meant = nearest(text, known);
  const got = text === '' ? 'nothing' : text.slice(0, 40);
  const parts = { where: 'scene address', expected, got };
  return new TurnoutError('config_invalid', {
    ...parts,
    ...(meant !== null && { hint: `did you mean ${meant}` }),
  });
}

/**
 * Chance without history: a number in 0..1 that depends on its keys alone, so that any instant of a drawn room is known
 * without the instants before it.
 */

/** Murmur3's finaliser (public domain, A. Appleby): every bit of the input changes half the bits of the output. */
function mix(value: number): number {
  const first = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  const second = Math.imul(first ^ (first >>> 13), 0xc2b2ae35);
  return (second ^ (second >>> 16)) >>> 0;
}

/** A number in [0, 1) of whole numbers; the order of the keys matters. */
export function chance(...keys: readonly number[]): number {
  let h = 0x9e3779b9;
  for (const key of keys) {
    // Keys above 32 bits (times) are folded, so that no part of them is lost.
    h = mix(h ^ (key | 0)) ^ mix(Math.floor(key / 4_294_967_296) + 0x7f4a7c15);
  }
  return mix(h) / 4_294_967_296;
}

/** A number in [low, high). */
export function between(low: number, high: number, ...keys: readonly number[]): number {
  return low + (high - low) * chance(...keys);
}
