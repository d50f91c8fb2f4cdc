/** The imports so far, each to be undone. */

import { useSignal } from '@preact/signals';
import { SCHEDULE } from '../../words/schedule.ts';
import { send } from '../calls.ts';
import type { ImportLine, UndoAnswer } from '../wire.ts';
import { countsText, when } from './tell.ts';

const WORDS = SCHEDULE.imports;
/** Later imports contain the same classes. */
const COVERED = 409;

interface ImportsProps {
  readonly lines: readonly ImportLine[];
  readonly timezone: string;
  readonly whenUndone: () => Promise<void>;
}

export function Imports({ lines, timezone, whenUndone }: ImportsProps) {
  const told = useSignal('');
  const refused = useSignal<string | null>(null);
  /** The import of which only the rest can be undone. */
  const covered = useSignal<number | null>(null);
  const isBusy = useSignal(false);
  const undo = async (id: number, rest: boolean) => {
    isBusy.value = true;
    const answered = await send<UndoAnswer>('POST', `/imports/${id}/undo`, { rest }, null);
    isBusy.value = false;
    refused.value = answered.refused;
    covered.value = answered.status === COVERED ? id : null;
    told.value = answered.value === null ? '' : undoneText(answered.value);
    await whenUndone();
  };
  return (
    <section aria-labelledby="imports-title">
      <h3 id="imports-title">{WORDS.title}</h3>
      <p class={told.value === '' ? undefined : 'said'} role="status">
        {told.value}
      </p>
      {refused.value !== null && (
        <div class="fault" role="alert">
          <p>{refused.value}</p>
          {covered.value !== null && (
            <button
              type="button"
              class="minor"
              disabled={isBusy.value}
              onClick={() => void undo(covered.value ?? 0, true)}
            >
              {WORDS.rest}
            </button>
          )}
        </div>
      )}
      {lines.length === 0 ? (
        <p class="note">{WORDS.none}</p>
      ) : (
        <table class="sign-ins">
          <thead>
            <tr>
              {[WORDS.when, WORDS.file, WORDS.classes, WORDS.act].map((word) => (
                <th key={word} scope="col">
                  {word}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map(({ id, at, file, counts, undone_at, can_undo }) => (
              <tr key={id}>
                <th scope="row">{when(at, timezone)}</th>
                <td data-name={WORDS.file}>
                  <bdi>{file}</bdi>
                </td>
                <td data-name={WORDS.classes}>{countsText({ ...counts, unchanged: 0 })}</td>
                <td>
                  {can_undo ? (
                    <button
                      type="button"
                      class="minor"
                      aria-label={WORDS.undoOf(file, when(at, timezone))}
                      disabled={isBusy.value}
                      onClick={() => void undo(id, false)}
                    >
                      {WORDS.undo}
                    </button>
                  ) : (
                    <span class="note">{undone_at === null ? WORDS.old : WORDS.undone}</span>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function undoneText({ file, counts, is_feed, stayed_count }: UndoAnswer): string {
  return [
    WORDS.told(file, countsText({ ...counts, unchanged: 0 }) || SCHEDULE.kinds.unchanged),
    ...(stayed_count > 0 ? [WORDS.stayed(stayed_count)] : []),
    ...(is_feed ? [WORDS.feed] : []),
  ].join(' ');
}
