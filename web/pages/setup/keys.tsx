/** Keys of a gym: who has one, a new one for a lost one, and one for somebody else. */

import type { Keys, SetupData } from '../../owner-data.ts';
import { Fault, Field, RowForm, Secret, Submit, typed } from '../../parts/forms.tsx';
import { Records } from '../../parts/records.tsx';
import { ROLES } from '../../words/sign-in.ts';

export function KeysStep({ content: { keys, sent } }: { readonly content: SetupData }) {
  if (keys === undefined) return null;
  const { trainers } = keys;
  const nameOf = (trainer: string | null) => trainers.find(({ id }) => id === trainer)?.name;
  const made = sent?.key;
  const shown = (name: string) => (made === undefined ? typed(sent, 'make-key', name) : '');
  return (
    <>
      {made !== undefined && (
        <div class="panel">
          <Secret
            secret={made.secret}
            label={
              <>
                The key of <bdi>{nameOf(made.trainer) ?? made.label}</bdi>
              </>
            }
          />
          <p class="note">Save it now: it is shown only here. Its owner types it at Sign in.</p>
        </div>
      )}
      <KeyTable keys={keys.keys.filter(({ revoked_at }) => revoked_at === null)} nameOf={nameOf} />
      <form class="panel" method="post" action="/setup/keys">
        <p class="context">
          Give each person their own key. A manager sees every figure, a trainer their own classes;
          an owner can also change settings.
        </p>
        <Fault sent={sent} acts={['make-key', 'replace-key', 'revoke-key']} />
        <Field name="label" label="Name" required maxLength={60} value={shown('label')} />
        <label for="role">Role</label>
        <select id="role" name="role">
          {(['manager', 'owner'] as const).map((role) => (
            <option key={role} value={role} selected={shown('role') === role}>
              {ROLES[role]}
            </option>
          ))}
          <optgroup label={ROLES.trainer}>
            {trainers.map(({ id, name }) => (
              <option key={id} value={`trainer:${id}`} selected={shown('role') === `trainer:${id}`}>
                {name}
              </option>
            ))}
          </optgroup>
        </select>
        <Submit act="make-key">Create key</Submit>
      </form>
    </>
  );
}

interface KeyTableProps {
  readonly keys: Keys;
  readonly nameOf: (trainer: string | null) => string | undefined;
}

function KeyTable({ keys, nameOf }: KeyTableProps) {
  return (
    <>
      <p class="note">
        A lost key is replaced by a new one: whoever finds the old one gets in no more.
      </p>
      <Records
        head={['Name', 'Role', 'Begins with', '']}
        rows={keys.map((key) => {
          const name = key.label ?? nameOf(key.trainer) ?? key.prefix;
          const acts = [
            ['replace-key', 'Replace', `the key of ${name}`],
            ['revoke-key', 'Revoke', `the key of ${name}`],
          ] as const;
          return [
            <bdi>{name}</bdi>,
            <>
              {key.role === 'free' ? ROLES.screen : ROLES[key.role]}
              {key.trainer !== null && (
                <>
                  , <bdi>{nameOf(key.trainer) ?? key.trainer}</bdi>
                </>
              )}
            </>,
            key.prefix,
            key.is_own ? (
              'yours'
            ) : (
              <RowForm action="/setup/keys" field="key" value={key.id} acts={acts} />
            ),
          ];
        })}
      />
    </>
  );
}
