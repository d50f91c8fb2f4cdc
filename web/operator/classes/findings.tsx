/**
 * What an owner says of a class on its page: a true count for the cameras, or a correction for the figures. What would change
 * stands below the number while it is typed, and both are taken back here.
 */

import { useSignal } from '@preact/signals';
import { type ComponentChildren, render } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { stateWords } from '../../words/owner/calibration.ts';
import { changeWords, countedWords, FINDINGS, heldWords } from '../../words/owner/findings.ts';
import { call } from '../calls.ts';
import type { ClassFindings, CorrectionEffect, TrueCountEffect } from '../wire.ts';
import { type Said, Saying, type SayingParts } from './saying.ts';

export function startFindings(): void {
  const begun = new WeakSet<Element>();
  const look = () => {
    const place = document.querySelector<HTMLElement>('[data-drawn]');
    if (place === null || begun.has(place)) return;
    begun.add(place);
    void begin(place, place.dataset['id'] ?? '');
  };
  look();
  // A class that begins while its page is open can be counted from then on.
  const main = document.querySelector('main');
  if (main !== null) new MutationObserver(look).observe(main, { childList: true });
}

async function begin(root: HTMLElement, id: string): Promise<void> {
  const path = `/sessions/${encodeURIComponent(id)}`;
  const { value, refused } = await call<ClassFindings>(`${path}/findings`);
  if (value === null) {
    root.textContent = refused;
    return;
  }
  root.replaceChildren();
  render(<Findings first={value} path={path} />, root);
}

interface FindingsProps {
  readonly first: ClassFindings;
  /** Of the class, below the owner API. */
  readonly path: string;
}

function Findings({ first, path }: FindingsProps) {
  const now = useSignal(first);
  const read = async () => {
    const { value } = await call<ClassFindings>(`${path}/findings`);
    if (value !== null) now.value = value;
  };
  const { correction, true_count: counted, room, rooms, most_people: most } = now.value;
  const { count, correct } = FINDINGS;
  const choice = room === null && counted === null ? rooms : [];
  return (
    <>
      <h2 id="findings">{FINDINGS.title}</h2>
      <div class="halves">
        <Word
          id="count"
          path={`${path}/true-count`}
          field="people"
          most={most}
          held={counted === null ? null : countedWords(counted.people)}
          told={(effect: TrueCountEffect) =>
            effect.compared ? `${effect.after.name}: ${stateWords(effect.after)}` : FINDINGS.waits
          }
          words={count}
          changed={read}
        >
          {choice.length > 0 && (
            <>
              <label for="count-room">{count.room}</label>
              <select id="count-room" name="room">
                {choice.map((one) => (
                  <option key={one.id} value={one.id}>
                    {one.name}
                  </option>
                ))}
              </select>
            </>
          )}
        </Word>
        <Word
          id="correct"
          path={`${path}/correction`}
          field="attended"
          most={most}
          held={correction === null ? null : heldWords(correction.attended, correction.note)}
          told={(effect: CorrectionEffect) => changeWords(effect.before, effect.after)}
          words={correct}
          changed={read}
        >
          <label for="correct-note">{correct.note}</label>
          <input id="correct-note" name="note" maxLength={500} autocomplete="off" />
        </Word>
      </div>
      <p>
        <a class="more" href="/calibrate">
          {count.page}
        </a>
      </p>
    </>
  );
}

interface WordProps<Effect> extends SayingParts<Effect> {
  readonly id: string;
  readonly words: {
    readonly title: string;
    readonly text: string;
    readonly people: string;
    readonly button: string;
    readonly anyway: string;
    readonly back: string;
    readonly done: string;
    readonly gone: string;
  };
  /** Where the number goes in the body. */
  readonly field: 'people' | 'attended';
  /** What holds now, in words; null for nothing. */
  readonly held: string | null;
  /** More fields. */
  readonly children: ComponentChildren;
}

function Word<Effect>(props: WordProps<Effect>) {
  const { id, words, field, held, children } = props;
  const form = useRef<HTMLFormElement>(null);
  const said = useSignal(new Saying(props)).value;
  useEffect(() => () => said.leave(), [said]);
  const fields = () => bodyOf(form.current, field);
  const submit = async (event: Event) => {
    event.preventDefault();
    if (await said.send(fields())) form.current?.reset();
  };
  const back = async () => {
    await said.takeBack();
    // The button is gone: the focus goes where a person goes on.
    form.current?.querySelector('input')?.focus();
  };
  const { preview, isUnlikely, isBusy, outcome } = said;
  return (
    <form
      class="panel"
      ref={form}
      onSubmit={(event) => void submit(event)}
      onInput={() => said.look(fields())}
      aria-labelledby={`${id}-title`}
    >
      <h3 id={`${id}-title`}>{words.title}</h3>
      <p class="note" id={`${id}-text`}>
        {words.text}
      </p>
      {held !== null && (
        <p class="held">
          {held}{' '}
          <button type="button" class="minor" disabled={isBusy.value} onClick={() => void back()}>
            {words.back}
          </button>
        </p>
      )}
      <People {...{ id, field }} label={words.people} />
      {children}
      <p class="preview" id={`${id}-preview`} aria-live="polite">
        {preview.value}
        {isUnlikely.value && <strong> {FINDINGS.unlikely}</strong>}
      </p>
      <button type="submit" disabled={isBusy.value}>
        {isUnlikely.value ? words.anyway : words.button}
      </button>
      <Outcome of={outcome.value} />
    </form>
  );
}

function People({
  id,
  field,
  label,
}: {
  readonly id: string;
  readonly field: string;
  readonly label: string;
}) {
  return (
    <>
      <label for={id}>{label}</label>
      <input
        id={id}
        name={field}
        type="number"
        inputMode="numeric"
        min="0"
        max="10000"
        step="1"
        required
        autocomplete="off"
        aria-describedby={`${id}-text ${id}-preview`}
      />
    </>
  );
}

function Outcome({ of }: { readonly of: Said | null }) {
  if (of === null) return null;
  return (
    <p class={`answer ${of.kind}`} role={of.kind === 'fault' ? 'alert' : 'status'}>
      {of.text}
    </p>
  );
}

/** Null while there is no number in it. */
function bodyOf(
  form: HTMLFormElement | null,
  field: string,
): Readonly<Record<string, unknown>> | null {
  if (form === null) return null;
  const fields = new FormData(form);
  const text = String(fields.get(field) ?? '').trim();
  if (!/^\d{1,5}$/.test(text)) return null;
  const more = [...fields].flatMap(([name, value]) =>
    name === field || value === '' ? [] : [[name, value] as const],
  );
  return { ...Object.fromEntries(more), [field]: Number(text) };
}
