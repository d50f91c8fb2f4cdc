/** Messages of each release, as they went over the line: every later build reads them. A released file is never changed. */

import { readdirSync, readFileSync } from 'node:fs';
import type { TSchema } from 'typebox';
import { describe, expect, it } from 'vitest';
import { decode, encode, readChange } from '../../../chain/codec.ts';
import { BATCH } from '../../../chain/messages/batch.ts';
import { JOIN_ANSWER, JOIN_REQUEST, RENEW_ANSWER } from '../../../chain/messages/enrolment.ts';
import { KIND_NAMES } from '../../../chain/messages/kinds.ts';
import { LIVE_QUESTION, LIVE_ROOMS, LIVE_SESSION } from '../../../chain/messages/live.ts';
import { RECEIPT } from '../../../chain/messages/receipt.ts';

const GOLDEN = new URL('../../fixtures/chain/', import.meta.url);

const SHAPES: Readonly<Record<string, TSchema>> = {
  'batch.json': BATCH,
  'receipt.json': RECEIPT,
  'join-request.json': JOIN_REQUEST,
  'join-answer.json': JOIN_ANSWER,
  'renew-answer.json': RENEW_ANSWER,
  'live-question.json': LIVE_QUESTION,
  'live-rooms.json': LIVE_ROOMS,
  'live-session.json': LIVE_SESSION,
};

const bytesOf = (path: string) => readFileSync(new URL(path, GOLDEN));

describe.each(readdirSync(GOLDEN))('messages of %s', (version) => {
  it('are there for every shape', () => {
    expect(readdirSync(new URL(`${version}/`, GOLDEN)).toSorted()).toEqual(
      Object.keys(SHAPES).toSorted(),
    );
  });

  it.each(Object.entries(SHAPES))(
    '%s is read, and unchanged by a way there and back',
    (name, shape) => {
      const told = decode(shape, bytesOf(`${version}/${name}`));
      if (told.is !== 'message') throw new Error(JSON.stringify(told));
      const { bytes, encoding } = encode(told.message as object);
      expect(decode(shape, bytes, encoding)).toEqual(told);
    },
  );

  it('have a change of every kind, each of which is read', () => {
    const told = decode(BATCH, bytesOf(`${version}/batch.json`));
    if (told.is !== 'message') throw new Error(JSON.stringify(told));
    const { changes } = told.message;
    expect(changes.map(readChange)).toEqual(changes);
    expect(new Set(changes.map(({ kind }) => kind))).toEqual(new Set(KIND_NAMES));
  });
});
