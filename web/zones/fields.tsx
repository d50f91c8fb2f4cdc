/** The chosen zone as fields: what it is called, what it does, and its corners in numbers. */

import { percent, ZONES } from '../words/zones.ts';
import { type Corner, KINDS, type Kind, LEAST_CORNERS, MOST_CORNERS } from './draft.ts';
import type { Editing } from './editing.ts';

type Anchor = keyof typeof ZONES.anchors;

export function Fields({ editing }: { readonly editing: Editing }) {
  const zone = editing.zones.value[editing.chosen.value];
  if (zone === undefined) return <p class="note">{ZONES.none}</p>;
  const { name, kind, anchor, polygon } = zone;
  return (
    <fieldset class="zone-fields">
      <legend>{name}</legend>
      <label>
        {ZONES.name}
        <input
          value={name}
          maxLength={64}
          onInput={({ currentTarget }) => editing.change({ name: currentTarget.value }, 'name')}
        />
      </label>
      <label>
        {ZONES.kind}
        <select
          value={kind}
          onChange={({ currentTarget }) => editing.change({ kind: currentTarget.value as Kind })}
        >
          {KINDS.map((each) => (
            <option key={each} value={each}>
              {ZONES.kinds[each][0]}
            </option>
          ))}
        </select>
      </label>
      <p class="note">{ZONES.kinds[kind][1]}</p>
      <label>
        {ZONES.anchor}
        <select
          value={anchor}
          onChange={({ currentTarget }) =>
            editing.change({ anchor: currentTarget.value as Anchor })
          }
        >
          {Object.entries(ZONES.anchors).map(([each, words]) => (
            <option key={each} value={each}>
              {words}
            </option>
          ))}
        </select>
      </label>
      <table class="corners">
        <caption>{ZONES.corners}</caption>
        <thead>
          <tr>
            <th scope="col">{ZONES.corner}</th>
            <th scope="col">{ZONES.fromLeft}</th>
            <th scope="col">{ZONES.fromTop}</th>
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
      aria-label={`${ZONES.corner} ${at + 1}, ${words}`}
      onChange={({ currentTarget }) => {
        const ratio = currentTarget.valueAsNumber / 100;
        if (Number.isFinite(ratio)) editing.moveCorner(at, axis === 0 ? [ratio, y] : [x, ratio]);
        // What came of it: it may have been moved into the picture.
        currentTarget.value = percent(
          editing.zones.value[editing.chosen.value]?.polygon[at]?.[axis] ?? ratio,
        );
      }}
    />
  );
  return (
    <tr class={at === editing.corner.value ? 'is-chosen' : undefined}>
      <th scope="row">{at + 1}</th>
      <td>{field(0, ZONES.fromLeft)}</td>
      <td>{field(1, ZONES.fromTop)}</td>
      <td>
        <button
          type="button"
          class="minor"
          disabled={of >= MOST_CORNERS}
          aria-label={`${ZONES.addCorner}: ${at + 1}`}
          onClick={() => editing.addCorner(at)}
        >
          +
        </button>
        <button
          type="button"
          class="minor"
          disabled={of <= LEAST_CORNERS}
          aria-label={`${ZONES.removeCorner}: ${at + 1}`}
          onClick={() => editing.removeCorner(at)}
        >
          −
        </button>
      </td>
    </tr>
  );
}
