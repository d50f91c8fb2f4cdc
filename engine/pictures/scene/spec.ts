/** What a scene is made from, and its address: `scene:studio?seed=7&difficulty=normal&people=12&size=640x360`. */

import { closest, distance } from 'fastest-levenshtein';
import { TurnoutError } from '../../../errors.ts';

export const SCENE_ROOMS = ['studio', 'spin', 'weights', 'yoga'] as const;
export type SceneRoom = (typeof SCENE_ROOMS)[number];

export const SCENE_DIFFICULTIES = ['easy', 'normal', 'hard'] as const;
export type SceneDifficulty = (typeof SCENE_DIFFICULTIES)[number];

/** Width and height of the picture, px. */
export interface SceneSize {
  readonly width: number;
  readonly height: number;
}

/** Everything a scene depends on besides the time. Equal specs give equal pictures and truths. */
export interface SceneSpec {
  readonly room: SceneRoom;
  /** 0..4294967295. */
  readonly seed: number;
  readonly difficulty: SceneDifficulty;
  /** Most people in a class, 0..40; a class draws 70..100 % of them. */
  readonly people: number;
  /** 160x90..1920x1080. */
  readonly size: SceneSize;
  /** From one class's start to the next, minutes, 10..240; the class itself takes five sixths of it. */
  readonly periodMin: number;
  /** When the first of the classes begins, ms since 1970, UTC; the others follow it. */
  readonly epochMs: number;
}

const DEFAULT_PEOPLE: Readonly<Record<SceneDifficulty, number>> = { easy: 5, normal: 10, hard: 20 };
const PARAMETERS = ['seed', 'difficulty', 'people', 'size', 'period_min', 'epoch'] as const;

/**
 * Reads a scene's address; `epoch` in seconds since 1970. Strict: nothing unknown, nothing twice, nothing out of bounds is passed over.
 *
 * Throws `config_invalid` with the known words, and the one that was probably meant.
 */
export function parseSceneUrl(url: string): SceneSpec {
  const [head = '', query = '', ...rest] = url.split('?');
  if (!head.startsWith('scene:') || rest.length > 0) {
    throw fault('scene:ROOM?name=value&…', 'something else');
  }
  const values = readQuery(query);
  const difficulty = oneOf('difficulty', values.get('difficulty') ?? 'normal', SCENE_DIFFICULTIES);
  return {
    room: oneOf('room', head.slice('scene:'.length) || 'studio', SCENE_ROOMS),
    difficulty,
    seed: whole('seed', values.get('seed') ?? '1', [0, 4_294_967_295]),
    people: whole('people', values.get('people') ?? String(DEFAULT_PEOPLE[difficulty]), [0, 40]),
    size: readSize(values.get('size') ?? '640x360'),
    periodMin: whole('period_min', values.get('period_min') ?? '60', [10, 240]),
    epochMs: whole('epoch', values.get('epoch') ?? '0', [0, 4_294_967_295]) * 1000,
  };
}

function readQuery(query: string): Map<string, string> {
  const values = new Map<string, string>();
  for (const part of query === '' ? [] : query.split('&')) {
    const [name = '', value, ...rest] = part.split('=');
    if (!PARAMETERS.some((known) => known === name)) {
      throw fault(`one of ${PARAMETERS.join(', ')}`, shown(name), guess(name, PARAMETERS));
    }
    if (value === undefined || rest.length > 0) throw fault(`${name}=value`, shown(part));
    if (values.has(name)) throw fault(`${name} once`, `${name} twice`, 'remove one of them');
    values.set(name, value);
  }
  return values;
}

function oneOf<Word extends string>(name: string, value: string, words: readonly Word[]): Word {
  const found = words.find((word) => word === value);
  if (found !== undefined) return found;
  throw fault(`${name} to be one of ${words.join(', ')}`, shown(value), guess(value, words));
}

function whole(name: string, text: string, [low, high]: readonly [number, number]): number {
  const value = Number(text);
  if (/^\d{1,10}$/.test(text) && value >= low && value <= high) return value;
  throw fault(`${name} to be a whole number, ${low}..${high}`, shown(text));
}

function readSize(text: string): SceneSize {
  const [, width = '0', height = '0'] = /^(\d{2,4})x(\d{2,4})$/.exec(text) ?? [];
  const size = { width: Number(width), height: Number(height) };
  const isInside =
    size.width >= 160 && size.width <= 1920 && size.height >= 90 && size.height <= 1080;
  if (isInside) return size;
  throw fault('size to be WIDTHxHEIGHT, 160x90..1920x1080', shown(text), 'try 640x360');
}

/** The known word that was probably meant: two letters, or a third of them, may be wrong. Chosen here. */
function guess(word: string, known: readonly string[]): string | undefined {
  if (word === '' || word.length > 100) return undefined;
  const nearest = closest(word, known);
  const isNear = distance(word, nearest) <= Math.max(2, Math.floor(word.length / 3));
  return isNear ? `did you mean ${nearest}` : undefined;
}

/** What came, shortened: an address is typed by hand and may hold anything. */
function shown(text: string): string {
  return text === '' ? 'nothing' : text.slice(0, 40);
}

function fault(expected: string, got: string, hint?: string): TurnoutError {
  const parts = { where: 'scene address', expected, got };
  return new TurnoutError('config_invalid', hint === undefined ? parts : { ...parts, hint });
}
