/** Keys of a gym: who has one, a new one for a lost one, and one for someone else. */

import type { SetupData } from '../../owner-data.ts';
import { Form, fieldsOf, RowForm, Secret, Select, typed } from '../../parts/forms.tsx';
import { Records } from '../../parts/records.tsx';
import { ROLES } from '../../words/sign-in.ts';

const HERE = '/setup/keys';
const ACT = 'make-key';

export function KeysStep({ content: { keys, sent } }: { readonly content: SetupData }) {
  if (keys === undefined) return null;
  const { trainers } = keys;
  const nameOf = (trainer: string | null) => trainers.find(({ id }) => id === trainer)?.name;
  const made = sent?.key;
  const kept = made === undefined ? sent : null;
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
          <p class="note">
            Save it now: it is shown only here. Its owner types it on the sign-in page.
          </p>
        </div>
      )}
      <p class="note">Lost a key? Replace it, and the old one stops working.</p>
      <Records
        head={['Name', 'Role', 'Begins with', '']}
        rows={keys.keys
          .filter(({ revoked_at }) => revoked_at === null)
          .map(({ id, label, trainer, prefix, role, is_own }) => {
            const name = label ?? nameOf(trainer) ?? prefix;
            const of = `the key of ${name}`;
            return [
              <bdi>{name}</bdi>,
              <>
                {role === 'free' ? ROLES.screen : ROLES[role]}
                {trainer !== null && (
                  <>
                    , <bdi>{nameOf(trainer) ?? trainer}</bdi>
                  </>
                )}
              </>,
              prefix,
              is_own ? (
                'yours'
              ) : (
                <RowForm
                  action={HERE}
                  field="key"
                  value={id}
                  acts={[
                    ['replace-key', 'Replace', of],
                    ['revoke-key', 'Revoke', of],
                  ]}
                />
              ),
            ];
          })}
      />
      <Form
        {...{ sent, action: HERE, act: ACT, acts: [ACT, 'replace-key', 'revoke-key'] }}
        title="New key"
        text="Give each person their own key. A manager sees every figure, a trainer their own classes. An owner can also change settings."
        button="Create key"
      >
        {fieldsOf(kept, ACT)('label', 'Name', { required: true, maxLength: 60 })}
        <Select
          name="role"
          label="Role"
          options={[
            ['manager', ROLES.manager],
            ['owner', ROLES.owner],
            ...trainers.map(({ id, name }) => [`trainer:${id}`, `Trainer: ${name}`] as const),
          ]}
          chosen={typed(kept, ACT, 'role')}
        />
      </Form>
    </>
  );
}
