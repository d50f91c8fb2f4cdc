/** The zone editor: the picture, which zone is worked on, its fields, and what the zones count now. */

import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { ZoneKind } from '../../engine/zones.ts';
import { type Editing, KINDS } from './editing.ts';
import { LEAST_CORNERS, MOST_CORNERS, type Polygon, percent, withCorner } from './polygon.ts';
import type { Drawn, Sight } from './server.ts';
import { Stage } from './stage.tsx';

interface EditorProps {
  readonly drawn: Drawn;
  readonly sight: Sight;
  /** Writes the zones into the configuration. @returns what went wrong, for people; null where they are saved. */
  readonly save: () => Promise<string | null>;
}

export function ZoneEditor({ drawn: { camera, editing }, sight, save }: EditorProps) {
  const { counted, staff, ignored } = editing.tally;
  const hasStaff = editing.zones.some(({ kind }) => kind === 'staff');
  const age = Math.max(0, Math.round((performance.now() - sight.takenMs) / 1000));
  const taken = age < 1 ? 'A picture from this second.' : `A picture from ${age} s ago.`;
  return (
    <section class="columns zone-editor" aria-label={`Zones: ${camera}`}>
      <div>
        <Stage editing={editing} shown={sight.shown} alt={`What ${camera} sees`} />
        <p class="tally" role="status">
          {counted} counted{hasStaff ? ` · ${staff} staff` : ', trainer included'} · {ignored}{' '}
          ignored
        </p>
        <p class="note">
          {sight.shown === null ? 'Waiting for a picture …' : taken} Pictures are shown, and never
          stored.
        </p>
      </div>
      <div>
        <ZoneList editing={editing} />
        {fieldsOf(editing)}
        <Acts editing={editing} save={save} />
      </div>
    </section>
  );
}

/** @param options Values with their words. */
function choice<Value extends string>(
  label: string,
  chosen: Value,
  options: readonly (readonly [value: string, words: string])[],
  choose: (value: Value) => void,
) {
  return (
    <label>
      {label}
      <select value={chosen} onChange={({ currentTarget }) => choose(currentTarget.value as Value)}>
        {options.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}

/** A button. @param label for who hears the page, where its words do not say enough. */
function act(words: ComponentChildren, press: () => void, isOff = false, label?: string) {
  return (
    <button type="button" class="minor" disabled={isOff} aria-label={label} onClick={press}>
      {words}
    </button>
  );
}

const KIND_OPTIONS = Object.keys(KINDS).map((kind) => [kind, kind] as const);

function ZoneList({ editing }: { readonly editing: Editing }) {
  const [kind, setKind] = useState<ZoneKind>('count');
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
              <bdi>{name}</bdi> · {itsKind}
            </button>
          </li>
        ))}
      </ul>
      <p class="acts">
        {choice('Kind', kind, KIND_OPTIONS, setKind)}
        {act('Add a zone', () => editing.add(kind), !editing.canAdd)}
      </p>
      {!editing.canAdd && <p class="note">A camera has at most 16 zones.</p>}
    </>
  );
}

const SAVED = 'Saved. The next count uses these zones.';

function Acts({ editing, save }: { editing: Editing; save: EditorProps['save'] }) {
  const [outcome, setOutcome] = useState('');
  const [isSaving, setSaving] = useState(false);
  const { fault, isChanged } = editing;
  const keep = async () => {
    setSaving(true);
    const refused = await save();
    setSaving(false);
    setOutcome(refused ?? SAVED);
  };
  const isStale = isChanged && (outcome === '' || outcome === SAVED);
  const words = isSaving ? 'Saving …' : isStale ? 'Not saved yet.' : outcome;
  return (
    <>
      <p class="acts">
        {act('Undo', () => editing.undo(), !editing.canUndo)}
        {act('Redo', () => editing.redo(), !editing.canRedo)}
        {act('Delete this zone', () => editing.remove(), editing.zone === undefined)}
        <button
          type="button"
          disabled={fault !== null || isSaving || !isChanged}
          onClick={() => void keep()}
        >
          Save
        </button>
      </p>
      <p class="outcome" role="status">
        {fault ?? words}
      </p>
    </>
  );
}

const ANCHORS = [
  ['bottom_centre', 'their feet'],
  ['centre', 'the middle of them'],
] as const;

function fieldsOf(editing: Editing) {
  const { zone } = editing;
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
      {choice('Kind', kind, KIND_OPTIONS, (value) => editing.change({ kind: value }))}
      <p class="note">{KINDS[kind]}</p>
      {choice('People are where', anchor, ANCHORS, (value) => editing.change({ anchor: value }))}
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
        <tbody>{polygon.map((_, at) => cornerRow(editing, polygon, at))}</tbody>
      </table>
    </fieldset>
  );
}

function cornerRow(editing: Editing, polygon: Polygon, at: number) {
  const corner = at + 1;
  const ratio = (axis: 0 | 1, words: string) => (
    <td>
      <input
        type="number"
        min="0"
        max="100"
        step="0.1"
        value={percent(polygon[at]?.[axis] ?? 0)}
        aria-label={`Corner ${corner}, ${words}`}
        onChange={({ currentTarget }) => {
          const typed = currentTarget.valueAsNumber / 100;
          const [x, y] = polygon[at] ?? [0, 0];
          const next = withCorner(polygon, at, axis === 0 ? [typed, y] : [x, typed]);
          if (Number.isFinite(typed)) editing.change({ polygon: next });
          // What came of it: it may have been moved into the picture.
          currentTarget.value = percent(editing.zone?.polygon[at]?.[axis] ?? typed);
        }}
      />
    </td>
  );
  const isFull = polygon.length >= MOST_CORNERS;
  const isLeast = polygon.length <= LEAST_CORNERS;
  return (
    <tr key={at} class={at === editing.corner ? 'is-chosen' : undefined}>
      <th scope="row">{corner}</th>
      {ratio(0, 'from left')}
      {ratio(1, 'from top')}
      <td>
        {act('+', () => editing.addCorner(at), isFull, `Add a corner after it: ${corner}`)}
        {act('−', () => editing.removeCorner(at), isLeast, `Delete this corner: ${corner}`)}
      </td>
    </tr>
  );
}
