/** Channels of a gym: who gets its digests, alerts and events, with a test for each; and the mail server. */

import type { Channels, SetupData } from '../../owner-data.ts';
import { Form, faultOf, fieldsOf, Note, PASSWORD, rowForm, Tick } from '../../parts/forms.tsx';
import { records } from '../../parts/records.tsx';

const KINDS = {
  email: 'E-mail',
  slack: 'Slack',
  teams: 'Microsoft Teams',
  webhook: 'Webhook',
} as const;

const SENT: Readonly<Record<Channels['channels'][number]['send'][number], string>> = {
  weekly: 'Last week, on Mondays at 07:00',
  daily: 'Yesterday, each day at 07:00',
  alerts: 'Alerts, and when they are over',
  classes: 'Each class once it is counted',
};

const DONE = {
  added: 'is added. Send it a test message.',
  tested: 'got the test message.',
  removed: 'is removed.',
} as const;

const HERE = '/setup/notify';
const ADD = 'add-channel';

export function notifyStep(content: SetupData) {
  const { notify, sent } = content;
  if (notify === undefined) return null;
  const { channels, mail, done } = notify;
  const { typed, field, select } = fieldsOf(sent, ADD);
  return (
    <>
      <p class="context">
        Optional. Turnout can send digests and alerts to people, and events to other programs.
      </p>
      {done !== null && (
        <Note>
          <bdi>{done.of}</bdi> {DONE[done.what]}
        </Note>
      )}
      {faultOf(sent, ['test-channel', 'remove-channel'], HERE)}
      {channels.length > 0 &&
        records(
          ['Channel', 'How', 'Gets', ''],
          channels.map(({ id, kind, send, switched_off: isOff }) => [
            <bdi>{id}</bdi>,
            KINDS[kind],
            isOff ? 'nothing: the receiver switched it off' : send.join(', '),
            rowForm(
              HERE,
              ['channel', id],
              ['test-channel', 'Send a test', `to ${id}`],
              [
                'remove-channel',
                'Remove',
                `channel ${id}`,
                'Its address and secret are forgotten.',
              ],
            ),
          ]),
        )}
      {mail !== null && mailForm(content, mail)}
      <Form {...{ sent, action: HERE, act: ADD, title: 'New channel', button: 'Add channel' }}>
        {field('name', 'Name', { maxLength: 60, required: true })}
        {select('kind', 'How', Object.entries(KINDS))}
        {field('to', 'Where to', {
          hint: `E-mail addresses, or the address that Slack, Teams or your program gave you. ${PASSWORD.hint}`,
          maxLength: 2_048,
          required: true,
          autocomplete: 'off',
          value: undefined,
        })}
        {field('secret', 'Secret', {
          ...PASSWORD,
          hint: 'For webhooks only: whsec_ and 32 to 86 characters of base64.',
          maxLength: 400,
        })}
        <fieldset>
          <legend>What to send</legend>
          {Object.entries(SENT).map(([what, words]) => (
            <Tick
              key={what}
              type="checkbox"
              name={`send:${what}`}
              checked={typed(`send:${what}`) !== ''}
            >
              {words}
            </Tick>
          ))}
        </fieldset>
      </Form>
    </>
  );
}

function mailForm({ sent, isSaved }: SetupData, isSet: boolean) {
  const { field } = fieldsOf(sent, 'mail');
  return (
    <Form
      {...{ sent, action: HERE, act: 'mail', title: 'Mail server', button: 'Save mail server' }}
      text={
        isSet
          ? 'A mail server is set. A new one takes its place.'
          : 'E-mails need a server that sends them.'
      }
    >
      {isSaved && <Note>Saved.</Note>}
      {field('server', 'Server', {
        placeholder: 'mail.example:587',
        maxLength: 260,
        required: true,
      })}
      {field('user', 'User name', { maxLength: 254, autocomplete: 'off' })}
      {field('password', 'Password', { ...PASSWORD, maxLength: 400 })}
      {field('from', 'Sender', { type: 'email', maxLength: 254, required: true })}
    </Form>
  );
}
