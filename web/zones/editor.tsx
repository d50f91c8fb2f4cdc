/** The zone editor: the picture, which zone is worked on, its fields, and what the zones count now. */

import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { ScoredBox, ZoneAnchor, ZoneKind } from '../../engine/zones.ts';
import { type Editing, KINDS } from './editing.ts';
import { LEAST_CORNERS, MOST_CORNERS, type Polygon, percent, withCorner } from './polygon.ts';
import { Stage } from './stage.tsx';

interface EditorProps {
  readonly editing: Editing;
  readonly camera: string;
  readonly picture: string | null;
  readonly alt: string;
  readonly size: { readonly width: number; readonly height: number };
  readonly places: readonly ScoredBox['box'][];
  /** Below the picture: how old it is. */
  readonly age: ComponentChildren;
  /** Writes the zones into the configuration. @returns what went wrong, for people; null where they are saved. */
  readonly save: () => Promise<string | null>;
}

export function ZoneEditor({ camera, age, save, ...stage }: EditorProps) {
  const { editing } = stage;
  const { counted, staff, ignored } = editing.tally;
  return (
    <section class="zone-editor" aria-label={`Zones: ${camera}`}>
      <div>
        <Stage {...stage} />
        <p class="tally" role="status">
          {counted} counted · {staff} staff · {ignored} ignored
        </p>
        {age}
      </div>
      <div>
        <ZoneList editing={editing} />
        <Fields editing={editing} />
        <Acts editing={editing} save={save} />
      </div>
    </section>
  );
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: Readonly<Record<Value, string>>;
  readonly choose: (value: Value) => void;
}

function Choice<Value extends string>({ label, value, options, choose }: ChoiceProps<Value>) {
  return (
    <label>
      {label}
      <select value={value} onChange={({ currentTarget }) => choose(currentTarget.value as Value)}>
        {Object.entries<string>(options).map(([each, words]) => (
          <option key={each} value={each}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}

interface ActProps {
  readonly press: () => void;
  readonly isOff?: boolean;
  readonly label?: string;
  readonly children: ComponentChildren;
}

function Act({ press, isOff = false, label, children }: ActProps) {
  return (
    <button type="button" class="minor" disabled={isOff} aria-label={label} onClick={press}>
      {children}
    </button>
  );
}

const KIND_NAMES = {
  count: 'count',
  ignore: 'ignore',
  staff: 'staff',
  overlap: 'overlap',
} as const;

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
        <Choice label="Kind" value={kind} options={KIND_NAMES} choose={setKind} />
        <Act press={() => editing.add(kind)} isOff={!editing.canAdd}>
          Add a zone
        </Act>
      </p>
      {!editing.canAdd && <p class="note">A camera has at most 16 zones.</p>}
    </>
  );
}

const SAVED = 'Saved. The next count uses these zones.';

function Acts({ editing, save }: Pick<EditorProps, 'editing' | 'save'>) {
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
        <Act press={() => editing.undo()} isOff={!editing.canUndo}>
          Undo
        </Act>
        <Act press={() => editing.redo()} isOff={!editing.canRedo}>
          Redo
        </Act>
        <Act press={() => editing.remove()} isOff={editing.zone === undefined}>
          Delete this zone
        </Act>
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

const ANCHORS: Readonly<Record<ZoneAnchor, string>> = {
  bottom_centre: 'their feet',
  centre: 'the middle of them',
};

function Fields({ editing }: { readonly editing: Editing }) {
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
      <Choice
        label="Kind"
        value={kind}
        options={KIND_NAMES}
        choose={(value) => editing.change({ kind: value })}
      />
      <p class="note">{KINDS[kind]}</p>
      <Choice
        label="People are where"
        value={anchor}
        options={ANCHORS}
        choose={(value) => editing.change({ anchor: value })}
      />
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
          {polygon.map((_, at) => (
            <CornerRow key={at} {...{ editing, polygon, at }} />
          ))}
        </tbody>
      </table>
    </fieldset>
  );
}

const AXES = ['from left', 'from top'] as const;

function CornerRow({ editing, polygon, at }: { editing: Editing; polygon: Polygon; at: number }) {
  const [x, y] = polygon[at] ?? [0, 0];
  return (
    <tr class={at === editing.corner ? 'is-chosen' : undefined}>
      <th scope="row">{at + 1}</th>
      {AXES.map((words, axis) => (
        <td key={words}>
          <input
            type="number"
            min="0"
            max="100"
            step="0.1"
            value={percent(axis === 0 ? x : y)}
            aria-label={`Corner ${at + 1}, ${words}`}
            onChange={({ currentTarget }) => {
              const ratio = currentTarget.valueAsNumber / 100;
              const corner = axis === 0 ? ([ratio, y] as const) : ([x, ratio] as const);
              const next = withCorner(polygon, at, corner);
              if (Number.isFinite(ratio)) editing.change({ polygon: next });
              // What came of it: it may have been moved into the picture.
              currentTarget.value = percent(editing.zone?.polygon[at]?.[axis] ?? ratio);
            }}
          />
        </td>
      ))}
      <td>
        <Act
          press={() => editing.addCorner(at)}
          isOff={polygon.length >= MOST_CORNERS}
          label={`Add a corner after it: ${at + 1}`}
        >
          +
        </Act>
        <Act
          press={() => editing.removeCorner(at)}
          isOff={polygon.length <= LEAST_CORNERS}
          label={`Delete this corner: ${at + 1}`}
        >
          −
        </Act>
      </td>
    </tr>
  );
}
