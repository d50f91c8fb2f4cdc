/** The zone editor: the picture, which zone is worked on, its fields, and what the zones count now. */

import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import {
  type Corner,
  KIND_WORDS,
  KINDS,
  type Kind,
  LEAST_CORNERS,
  MOST_CORNERS,
  percent,
  type Zones,
} from './draft.ts';
import type { Editing } from './editing.ts';
import { type Box, Stage } from './stage.tsx';

interface EditorProps {
  readonly editing: Editing;
  readonly camera: string;
  readonly picture: string | null;
  readonly alt: string;
  readonly size: { readonly width: number; readonly height: number };
  readonly places: readonly Box[];
  /** Told below the picture: how old it is. */
  readonly told: ComponentChildren;
  /** Writes the zones into the configuration. @returns what went wrong, for people; null where they are saved. */
  readonly save: (zones: Zones) => Promise<string | null>;
}

export function ZoneEditor(props: EditorProps) {
  const { editing, camera, places, picture, alt, size, told, save } = props;
  const { counted, staff, ignored } = editing.tally;
  return (
    <section class="zone-editor" aria-label={`Zones: ${camera}`}>
      <div class="seen">
        <Stage {...{ editing, places, picture, alt, size }} />
        <p class="tally" role="status">
          {counted} counted · {staff} staff · {ignored} ignored
        </p>
        {told}
      </div>
      <div class="work">
        <ZoneList editing={editing} />
        <Fields editing={editing} />
        <Acts editing={editing} save={save} />
      </div>
    </section>
  );
}

function ZoneList({ editing }: { readonly editing: Editing }) {
  const [kind, setKind] = useState<Kind>('count');
  return (
    <>
      <ul class="zone-list">
        {editing.zones.map(({ name, kind: itsKind }, at) => (
          <li key={name}>
            <button
              type="button"
              class="minor"
              aria-pressed={at === editing.chosen}
              onClick={() => editing.choose(at)}
            >
              <bdi>{name}</bdi> · {KIND_WORDS[itsKind][0]}
            </button>
          </li>
        ))}
      </ul>
      <p class="add-zone">
        <label>
          Kind
          <select
            value={kind}
            onChange={({ currentTarget }) => setKind(currentTarget.value as Kind)}
          >
            {KINDS.map((each) => (
              <option key={each} value={each}>
                {KIND_WORDS[each][0]}
              </option>
            ))}
          </select>
        </label>
        <button
          type="button"
          class="minor"
          disabled={!editing.canAdd}
          onClick={() => editing.add(kind)}
        >
          Add a zone
        </button>
      </p>
      {!editing.canAdd && <p class="note">A camera has at most 16 zones.</p>}
    </>
  );
}

const SAVED = 'Saved. The next count uses these zones.';
const UNSAVED = 'Not saved yet.';

function Acts({ editing, save }: { editing: Editing; save: EditorProps['save'] }) {
  const [outcome, setOutcome] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const fault = editing.fault?.text ?? null;
  const keep = async () => {
    setSaving(true);
    const zones = editing.zones;
    const refused = await save(zones);
    setSaving(false);
    setOutcome(refused ?? SAVED);
    if (refused === null) editing.noteSaved(zones);
  };
  const told = editing.isChanged && outcome === SAVED ? UNSAVED : outcome;
  return (
    <>
      <p class="acts">
        <button
          type="button"
          class="minor"
          disabled={!editing.canUndo}
          onClick={() => editing.undo()}
        >
          Undo
        </button>
        <button
          type="button"
          class="minor"
          disabled={!editing.canRedo}
          onClick={() => editing.redo()}
        >
          Redo
        </button>
        <button
          type="button"
          class="minor"
          disabled={editing.zones.length === 0}
          onClick={() => editing.remove()}
        >
          Delete this zone
        </button>
        <button
          type="button"
          disabled={fault !== null || isSaving || !editing.isChanged}
          onClick={() => void keep()}
        >
          Save
        </button>
      </p>
      <p class="outcome" role="status">
        {fault ?? (isSaving ? 'Saving …' : (told ?? (editing.isChanged ? UNSAVED : '')))}
      </p>
    </>
  );
}

const ANCHORS = { bottom_centre: 'their feet', centre: 'the middle of them' } as const;
type Anchor = keyof typeof ANCHORS;

function Fields({ editing }: { readonly editing: Editing }) {
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
      aria-label={`Corner ${at + 1}, ${words}`}
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
          aria-label={`Add a corner after it: ${at + 1}`}
          onClick={() => editing.addCorner(at)}
        >
          +
        </button>
        <button
          type="button"
          class="minor"
          disabled={of <= LEAST_CORNERS}
          aria-label={`Delete this corner: ${at + 1}`}
          onClick={() => editing.removeCorner(at)}
        >
          −
        </button>
      </td>
    </tr>
  );
}
