/** The zone editor: the picture, which zone is worked on, its fields, and what the zones count now. */

import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { KIND_WORDS, KINDS, type Kind, type Zones } from './draft.ts';
import type { Editing } from './editing.ts';
import { Fields } from './fields.tsx';
import type { Box } from './outline.tsx';
import { Stage } from './stage.tsx';

export interface EditorProps {
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
    <section class="zone-editor" aria-label={`$Zones: ${camera}`}>
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

interface ActsProps {
  readonly editing: Editing;
  readonly save: EditorProps['save'];
}

function Acts({ editing, save }: ActsProps) {
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
