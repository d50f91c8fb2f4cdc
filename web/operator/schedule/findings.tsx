/** What a preview found: classes as they were understood, changes, and what to look at. Nothing of it is stored yet. */

import { UNKNOWN } from '../../words/format.ts';
import { SCHEDULE } from '../../words/schedule.ts';
import type { PreviewAnswer } from '../wire.ts';
import { oddText, when } from './tell.ts';

const WORDS = SCHEDULE.preview;
/** Lines of a list; nobody reads more. */
const SHOWN = 10;

export function Findings({ preview }: { readonly preview: PreviewAnswer }) {
  const { timezone, faults, passed_over: passed, too_many: many, changes } = preview;
  const changed = changes.filter(({ kind }) => kind !== 'add');
  return (
    <>
      <Sample preview={preview} />
      <Lines
        title={WORDS.changes}
        lines={changed.map(({ kind, name, starts_at, fields }) => {
          const told = fields
            .filter(({ field }) => !field.endsWith('_at'))
            .map(({ field, before, after }) => `${field.replace('_', ' ')}: ${before} → ${after}`);
          return `${when(starts_at, timezone)} ${name}, ${SCHEDULE.kinds[kind]}${told.length === 0 ? '' : `: ${told.join('; ')}`}`;
        })}
        count={changed.length}
      />
      <Lines
        title={WORDS.many}
        lines={many.map(
          ({ line, name, people, field, places }) =>
            `${at(line)}${name}: ${people} ${field}, ${places} places`,
        )}
        count={many.length}
      />
      <Lines
        title={WORDS.faults}
        lines={faults.map(
          ({ line, field, expected, got, effect }) =>
            `${at(line)}${field === null ? '' : `${field}: `}expected ${expected}, got ${got} (${effect === 'skipped' ? 'left out' : 'taken without it'})`,
        )}
        count={preview.fault_count}
      />
      <Lines
        title={WORDS.passed}
        lines={passed.map(({ line, what }) => `${at(line)}${what}`)}
        count={preview.passed_over_count}
      />
      <Lines
        title={WORDS.odd}
        lines={preview.odd_ones
          .filter(({ kind }) => kind !== 'room')
          .map((one) => oddText(one, timezone))}
        count={preview.odd_ones.filter(({ kind }) => kind !== 'room').length}
      />
      <Lines
        title={WORDS.joins}
        lines={preview.joins.map(({ name, into }) => `“${name}” is ${into}`)}
        count={preview.joins.length}
      />
    </>
  );
}

function Sample({ preview: { sample, timezone } }: { readonly preview: PreviewAnswer }) {
  if (sample.length === 0) return null;
  const [, name, trainer, room, places, booked, came] = WORDS.columns;
  const number = (value: number | null) => (value === null ? UNKNOWN : String(value));
  return (
    <table class="sign-ins">
      <caption>{WORDS.sample}</caption>
      <thead>
        <tr>
          {WORDS.columns.map((word) => (
            <th key={word} scope="col">
              {word}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {sample.map((one) => (
          <tr key={`${one.starts_at} ${one.name} ${one.room}`}>
            <th scope="row">{when(one.starts_at, timezone)}</th>
            <td data-name={name}>
              <bdi>{one.name}</bdi>
              {one.cancelled && ` (${SCHEDULE.kinds.cancel})`}
            </td>
            <td data-name={trainer}>
              <bdi>{one.trainer ?? UNKNOWN}</bdi>
            </td>
            <td data-name={room}>
              <bdi>{one.room ?? UNKNOWN}</bdi>
            </td>
            <td data-name={places}>{number(one.capacity)}</td>
            <td data-name={booked}>{number(one.booked)}</td>
            <td data-name={came}>{number(one.attended)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface LinesProps {
  readonly title: string;
  readonly lines: readonly string[];
  readonly count: number;
}

function Lines({ title, lines, count }: LinesProps) {
  if (count === 0) return null;
  const shown = lines.slice(0, SHOWN);
  return (
    <>
      <h5>{title}</h5>
      <ul class="findings">
        {shown.map((line) => (
          <li key={line}>
            <bdi>{line}</bdi>
          </li>
        ))}
        {count > shown.length && <li>{WORDS.more(count - shown.length)}</li>}
      </ul>
    </>
  );
}

function at(line: number | null): string {
  return line === null ? '' : `line ${line}, `;
}
