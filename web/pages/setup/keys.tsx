/** Keys of a gym: who has one, a new one for a lost one, and one for somebody else. */

import type { Keys, SetupData } from '../../operator-data.ts';
import { ROLES } from '../../words/sign-in.ts';
import { Fault, Field, typed } from './field.tsx';

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
          <label for="key">
            The key of <bdi>{nameOf(made.trainer) ?? made.label}</bdi>
          </label>
          <textarea id="key" class="secret" rows={2} readOnly spellcheck={false} autocomplete="off">
            {made.secret}
          </textarea>
          <button type="button" class="minor" hidden data-copy="key">
            Copy
          </button>
          <p id="copied" class="said" role="status" hidden />
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
        <button type="submit" name="act" value="make-key">
          Create key
        </button>
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
      <table class="sign-ins">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Role</th>
            <th scope="col">Begins with</th>
            <th scope="col">Lost, or no longer wanted</th>
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => {
            const name = key.label ?? nameOf(key.trainer) ?? key.prefix;
            return (
              <tr key={key.id}>
                <th scope="row">
                  <bdi>{name}</bdi>
                </th>
                <td data-name="Role">
                  {key.role === 'free' ? ROLES.screen : ROLES[key.role]}
                  {key.trainer !== null && (
                    <>
                      , <bdi>{nameOf(key.trainer) ?? key.trainer}</bdi>
                    </>
                  )}
                </td>
                <td data-name="Begins with">{key.prefix}</td>
                <td>{key.is_own ? 'yours' : <KeyActs id={key.id} name={name} />}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </>
  );
}

function KeyActs({ id, name }: { readonly id: string; readonly name: string }) {
  return (
    <form class="acts" method="post" action="/setup/keys">
      <input type="hidden" name="key" value={id} />
      {[
        ['replace-key', 'Replace'],
        ['revoke-key', 'Revoke'],
      ].map(([act, word]) => (
        <button key={act} type="submit" class="minor" name="act" value={act}>
          {word}
          <span class="unseen"> the key of {name}</span>
        </button>
      ))}
    </form>
  );
}
