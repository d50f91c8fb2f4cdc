/** The chosen zone as fields: what it is called, what it does, and its corners in numbers. */

import { type Corner, KIND_WORDS, KINDS, type Kind, LEAST_CORNERS, MOST_CORNERS } from './draft.ts';
import type { Editing } from './editing.ts';

const ANCHORS = { bottom_centre: 'their feet', centre: 'the middle of them' } as const;
type Anchor = keyof typeof ANCHORS;

export function Fields({ editing }: { readonly editing: Editing }) {
  const zone = editing.zones[editing.chosen];
  if (zone === undefined) return <p class="note">No zones yet: the whole picture is counted.</p>;
  const { name, kind, anchor, polygon } = zone;
  return (
    <fieldset class="zone-fields">
      <legend>{name}</legend>
      <label>
        Name
        <input
          value={name}
          maxLength={64}
          onInput={({ currentTarget }) => editing.change({ name: currentTarget.value }, 'name')}
        />
      </label>
      <label>
        Kind
        <select
          value={kind}
          onChange={({ currentTarget }) => editing.change({ kind: currentTarget.value as Kind })}
        >
          {KINDS.map((each) => (
            <option key={each} value={each}>
              {KIND_WORDS[each][0]}
            </option>
          ))}
        </select>
      </label>
      <p class="note">{KIND_WORDS[kind][1]}</p>
      <label>
        People are where
        <select
          value={anchor}
          onChange={({ currentTarget }) =>
            editing.change({ anchor: currentTarget.value as Anchor })
          }
        >
          {Object.entries(ANCHORS).map(([each, words]) => (
            <option key={each} value={each}>
              {words}
            </option>
          ))}
        </select>
      </label>
      <table class="corners">
        <caption>Corners, in percent of the picture</caption>
        <thead>
          <tr>
            <th scope="col">Corner</th>
            <th scope="col">from left</th>
            <th scope="col">from top</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {polygon.map((corner, at) => (
            <Row key={at} {...{ editing, corner, at, of: polygon.length }} />
          ))}
        </tbody>
      </table>
    </fieldset>
  );
}

interface RowProps {
  readonly editing: Editing;
  readonly corner: Corner;
  readonly at: number;
  readonly of: number;
}

function Row({ editing, corner, at, of }: RowProps) {
  const [x, y] = corner;
  const field = (axis: 0 | 1, words: string) => (
    <input
      type="number"
      min="0"
      max="100"
      step="0.1"
      value={percent(corner[axis])}
      aria-label={`$Corner ${at + 1}, ${words}`}
      onChange={({ currentTarget }) => {
        const ratio = currentTarget.valueAsNumber / 100;
        if (Number.isFinite(ratio)) editing.moveCorner(at, axis === 0 ? [ratio, y] : [x, ratio]);
        // What came of it: it may have been moved into the picture.
        currentTarget.value = percent(editing.zones[editing.chosen]?.polygon[at]?.[axis] ?? ratio);
      }}
    />
  );
  return (
    <tr class={at === editing.corner ? 'is-chosen' : undefined}>
      <th scope="row">{at + 1}</th>
      <td>{field(0, 'from left')}</td>
      <td>{field(1, 'from top')}</td>
      <td>
        <button
          type="button"
          class="minor"
          disabled={of >= MOST_CORNERS}
          aria-label={`$Add a corner after it: ${at + 1}`}
          onClick={() => editing.addCorner(at)}
        >
          +
        </button>
        <button
          type="button"
          class="minor"
          disabled={of <= LEAST_CORNERS}
          aria-label={`$Delete this corner: ${at + 1}`}
          onClick={() => editing.removeCorner(at)}
        >
          −
        </button>
      </td>
    </tr>
  );
}

export function percent(ratio: number): string {
  return String(Math.round(ratio * 1000) / 10);
}
