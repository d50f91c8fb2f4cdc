/** Keys of a gym: who has one, a new one for a lost one, and one for someone else. */

import type { SetupData } from '../../owner-data.ts';
import { Form, fieldsOf, Note, rowForm, Secret } from '../../parts/forms.tsx';
import { records } from '../../parts/records.tsx';
import { ROLES } from '../../words/sign-in.ts';

const HERE = '/setup/keys';
const ACT = 'make-key';

export function keysStep({ keys, sent }: SetupData) {
  if (keys === undefined) return null;
  const { trainers } = keys;
  const nameOf = (trainer: string | null) => trainers.find(({ id }) => id === trainer)?.name;
  const made = sent?.key;
  const { field, select } = fieldsOf(made === undefined ? sent : null, ACT);
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
      {keys.done && <Note>The key is revoked.</Note>}
      <p class="note">Lost a key? Replace it, and the old one stops working.</p>
      {records(
        ['Name', 'Role', 'Begins with', ''],
        keys.keys
          .filter(({ revoked_at }) => revoked_at === null)
          .map(({ id, label, trainer, prefix, role, is_own }) => {
            const name = label ?? nameOf(trainer) ?? prefix;
            const of = `the key of ${name}`;
            return [
              <bdi>{name}</bdi>,
              <>
                {role === 'free' ? ROLES.screen : ROLES[role]}
                {trainer !== null && [', ', <bdi>{nameOf(trainer) ?? trainer}</bdi>]}
              </>,
              prefix,
              is_own
                ? 'yours'
                : rowForm(
                    HERE,
                    ['key', id],
                    ['replace-key', 'Replace', of],
                    ['revoke-key', 'Revoke', of, 'It stops working at once, for good.'],
                  ),
            ];
          }),
      )}
      <Form
        {...{ sent, action: HERE, act: ACT, acts: [ACT, 'replace-key', 'revoke-key'] }}
        title="New key"
        text="Give each person their own key. A manager sees every figure, a trainer their own classes. An owner can also change settings."
        button="Create key"
      >
        {field('label', 'Name', { required: true, maxLength: 60 })}
        {select('role', 'Role', [
          ['manager', ROLES.manager],
          ['owner', ROLES.owner],
          ...trainers.map(({ id, name }) => [`trainer:${id}`, `Trainer: ${name}`] as const),
        ])}
      </Form>
    </>
  );
}
