/** One file on its way: uploaded, looked at as often as wanted, taken. */

import { signal } from '@preact/signals';
import { classes } from '../../words/format.ts';
import { SCHEDULE } from '../../words/schedule.ts';
import { type Answered, call, send } from '../calls.ts';
import { idOf } from '../forms.ts';
import type { ImportAnswer, PreviewAnswer, Reading, UploadAnswer } from '../wire.ts';
import { countsText } from './tell.ts';

/** As the server has it: what is larger is not sent at all. */
const MAX_BYTES = 32 * 1024 * 1024;
const OUTDATED = 409;

export const AS_GUESSED: Reading = { columns: {}, rooms: {} };

export class Importing {
  readonly file = signal('');
  readonly shown = signal<PreviewAnswer | null>(null);
  /** What goes on, or what was done; empty for nothing. */
  readonly told = signal('');
  readonly refused = signal<string | null>(null);
  readonly isBusy = signal(false);
  #reading = AS_GUESSED;
  readonly #whenTaken: () => void;

  /** @param whenTaken called after each import. */
  constructor(whenTaken: () => void) {
    this.#whenTaken = whenTaken;
  }

  async choose(file: File): Promise<void> {
    this.forget();
    if (file.size > MAX_BYTES) {
      this.refused.value = SCHEDULE.file.tooLarge;
      return;
    }
    this.file.value = file.name;
    this.told.value = SCHEDULE.file.reading(file.name);
    const name = encodeURIComponent(file.name.slice(-200));
    const headers = { 'Content-Type': 'application/octet-stream' };
    const sent = await this.#working(() =>
      call<UploadAnswer>(`/uploads?name=${name}`, { method: 'POST', headers, body: file }),
    );
    if (sent !== null) await this.#look(sent.upload, AS_GUESSED);
  }

  /** The same file, read otherwise. @param newRooms names of rooms to make first. */
  async lookAgain(reading: Reading, newRooms: readonly string[]): Promise<void> {
    const { upload } = this.shown.value ?? {};
    if (upload === undefined) return;
    // What was chosen before is not asked again.
    const columns = { ...this.#reading.columns, ...reading.columns };
    const rooms: Record<string, string> = { ...this.#reading.rooms, ...reading.rooms };
    for (const name of newRooms) {
      const id = idOf(name);
      const made = await this.#working(() => send('POST', '/rooms', { id, name }, '*'));
      if (made === null) return;
      rooms[name] = id;
    }
    await this.#look(upload, { columns, rooms });
  }

  async take(force: boolean): Promise<void> {
    const { preview, upload } = this.shown.value ?? {};
    if (preview === undefined || upload === undefined) return;
    let status = 0;
    const taken = await this.#working(async () => {
      const answered = await send<ImportAnswer>('POST', '/imports', { preview, force }, null);
      status = answered.status;
      return answered;
    });
    if (taken !== null) {
      const counts = countsText({ ...taken.counts, unchanged: 0 });
      const { preview: words } = SCHEDULE;
      const file = this.file.value;
      this.forget();
      this.told.value = counts === '' ? words.unchanged(file) : words.taken(file, counts);
      this.#whenTaken();
    } else if (status === OUTDATED) {
      await this.#look(upload, this.#reading);
      this.refused.value = SCHEDULE.file.outdated;
    }
  }

  forget(): void {
    this.shown.value = null;
    this.refused.value = null;
    this.told.value = '';
  }

  async #look(upload: string, { columns, rooms }: Reading): Promise<void> {
    this.#reading = { columns, rooms };
    const shown = await this.#working(() =>
      send<PreviewAnswer>('POST', '/previews', { upload, columns, rooms }, null),
    );
    if (shown === null) return;
    this.shown.value = shown;
    const counts = countsText(shown.counts);
    const { preview: words } = SCHEDULE;
    this.told.value = counts === '' ? words.none : words.understood(classes(shown.classes), counts);
  }

  async #working<Value>(work: () => Promise<Answered<Value>>): Promise<Value | null> {
    this.isBusy.value = true;
    this.refused.value = null;
    const { value, refused } = await work();
    this.isBusy.value = false;
    this.refused.value = refused;
    if (refused !== null) this.told.value = '';
    return value;
  }
}
