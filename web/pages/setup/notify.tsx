/** Channels of a gym: who gets its digests, alerts and events, with a test for each; and the mail server. */

import type { Channels, SetupData } from '../../owner-data.ts';
import { Fault, fieldsOf, RowForm, Said, Select, Submit, Tick, typed } from '../../parts/forms.tsx';
import { Records } from '../../parts/records.tsx';

type Channel = Channels['channels'][number];

const KINDS = {
  email: 'E-mail',
  slack: 'Slack',
  teams: 'Microsoft Teams',
  webhook: 'Webhook',
} as const;

const SENT: Readonly<Record<Channel['send'][number], string>> = {
  weekly: 'Last week, on Monday at 07:00',
  daily: 'Yesterday, each day at 07:00',
  alerts: 'Alerts, and when they are over',
  classes: 'Each class once it is counted',
};

const HERE = '/setup/notify';

export function NotifyStep({ content }: { readonly content: SetupData }) {
  const { notify, sent, isSaved } = content;
  if (notify === undefined) return null;
  const { channels, mail, done } = notify;
  const field = fieldsOf(sent, 'add-channel');
  const mailField = fieldsOf(sent, 'mail');
  return (
    <>
      <p class="context">
        Optional. Turnout can send digests and alerts to people, and events to other programs.
      </p>
      {done !== null && (
        <Said>
          <bdi>{done.of}</bdi> {DONE[done.what]}
        </Said>
      )}
      <Fault sent={sent} acts={['test-channel', 'remove-channel']} />
      {channels.length > 0 && <ChannelTable channels={channels} />}
      <form class="panel" method="post" action={HERE}>
        <h3>New channel</h3>
        <Fault sent={sent} acts={['add-channel']} here={HERE} />
        {field('name', 'Name', { maxLength: 60, required: true })}
        <Select
          name="kind"
          label="How"
          options={Object.entries(KINDS)}
          chosen={typed(sent, 'add-channel', 'kind')}
        />
        {field('to', 'Where to', {
          hint: 'Mail addresses, or the address that Slack, Teams or your program gave you. It is stored on this computer and never shown again.',
          maxLength: 2_048,
          required: true,
          autocomplete: 'off',
          value: undefined,
        })}
        {field('secret', 'Secret', {
          hint: 'Of a webhook alone: whsec_ and base64 of 24 to 64 bytes.',
          type: 'password',
          maxLength: 400,
          autocomplete: 'off',
        })}
        <fieldset>
          <legend>What to send</legend>
          {Object.entries(SENT).map(([what, words]) => (
            <Tick
              key={what}
              type="checkbox"
              name={`send:${what}`}
              checked={typed(sent, 'add-channel', `send:${what}`) !== ''}
            >
              {words}
            </Tick>
          ))}
        </fieldset>
        <Submit act="add-channel">Add channel</Submit>
      </form>
      {mail !== null && (
        <form class="panel" method="post" action={HERE}>
          <h3>Mail server</h3>
          <p class="context">
            {mail
              ? 'A mail server is set. A new one takes its place.'
              : 'Mails need a server that sends them.'}
          </p>
          {isSaved && <Said>Saved.</Said>}
          <Fault sent={sent} acts={['mail']} here={HERE} />
          {mailField('server', 'Server', {
            hint: 'As your mail provider names it for sending, such as mail.example:587.',
            maxLength: 260,
            required: true,
          })}
          {mailField('user', 'User', { maxLength: 254, autocomplete: 'off' })}
          {mailField('password', 'Password', {
            hint: 'It is stored on this computer and never shown again.',
            type: 'password',
            maxLength: 400,
            autocomplete: 'new-password',
          })}
          {mailField('from', 'Sender', { type: 'email', maxLength: 254, required: true })}
          <Submit act="mail">Save mail server</Submit>
        </form>
      )}
    </>
  );
}

const DONE = {
  added: 'is added. Send it a test message.',
  tested: 'got the test message.',
  removed: 'is removed.',
} as const;

function ChannelTable({ channels }: Pick<Channels, 'channels'>) {
  return (
    <Records
      head={['Channel', 'How', 'Gets', '']}
      rows={channels.map(({ id, kind, send, switched_off: isOff }) => [
        <bdi>{id}</bdi>,
        KINDS[kind],
        isOff ? 'nothing: its receiver switched it off' : send.join(', '),
        <RowForm
          action={HERE}
          field="channel"
          value={id}
          acts={[
            ['test-channel', 'Send a test', `to ${id}`],
            ['remove-channel', 'Remove', `channel ${id}`],
          ]}
        />,
      ])}
    />
  );
}
