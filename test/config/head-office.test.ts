import { expect, it } from 'vitest';
import { readHeadOffice } from '../../config/head-office.ts';

it('names no password of a database that is none', () => {
  expect(() => readHeadOffice({ TURNOUT_HQ_DATABASE: 'mysql://me:secret@db/x' })).toThrow(
    /^TURNOUT_HQ_DATABASE: expected the address of a PostgreSQL.*got another text/,
  );
});
