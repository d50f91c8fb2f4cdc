/**
 * Who is told: the channels of a gym for digests, alerts and events, the mail server that carries mails, and the MQTT
 * broker that gets rooms, cameras and classes.
 */

import { type Static, Type } from 'typebox';
import { about, choice, entry, flag, formed, identifier, line, list, secret } from './field.ts';

const INTERNET_ONLY = about(
  'Whether its address may lead to the internet alone; the pages write it.',
  flag(false),
);

/** What a channel may be sent. */
export const SENT = ['weekly', 'daily', 'alerts', 'classes'] as const;

const MAIL_ADDRESS = '^[^\\s@<>,;:"]+@[^\\s@<>,;:"]+$';
const WEB_ADDRESS = 'an address that starts with https:// or http://';

const hook = (description: string) =>
  Type.Optional(secret(description, formed('^https?://[^\\s/]', WEB_ADDRESS, { maxLength: 2048 })));

const mailAddress = (example: string) =>
  formed(MAIL_ADDRESS, `a mail address such as ${example}`, { maxLength: 254 });

const CHANNEL = entry('A channel: `email`, `slack`, `teams` or `webhook`, and what it gets.', {
  id: identifier('Id of the channel, unique in its gym.'),
  email: about(
    'Addresses that get mails. Needs `mail`.',
    list(secret('An address.', mailAddress('owner@gym.example')), 20),
  ),
  slack: hook('Address of an incoming webhook of Slack.'),
  teams: hook('Address of a workflow of Microsoft Teams that posts what it gets.'),
  webhook: hook(
    'Address of a program that takes events after Standard Webhooks 1.0. It may be in the network of the gym.',
  ),
  secret: Type.Optional(
    secret(
      'For `webhook`: the secret that signs, `whsec_` and base64 of 24 to 64 bytes. While it changes write two, separated by a space: both sign.',
      formed(
        '^whsec_[A-Za-z0-9+/]{32,86}={0,2}( whsec_[A-Za-z0-9+/]{32,86}={0,2}){0,3}$',
        'whsec_ and base64 of 24 to 64 bytes',
        { maxLength: 400 },
      ),
      // biome-ignore lint/suspicious/noTemplateCurlyInString: as the file has it
      ['${WEBHOOK_SECRET}'],
    ),
  ),
  send: about(
    '`weekly`: the digest of last week, Monday 07:00 in the time zone of the gym. `daily`: the day before, every day at 07:00. `alerts`: what is wrong, and when it is solved. `classes`: each class once it is counted, and again when its figures change.',
    list(choice(SENT), SENT.length, 1),
  ),
  quiet: about(
    'Hours in which people get no alerts and no classes, in the time zone of the gym; they come together afterwards. 00:00-00:00 is never. A `webhook` has no quiet hours.',
    formed(
      '^([01][0-9]|2[0-3]):[0-5][0-9]-([01][0-9]|2[0-3]):[0-5][0-9]$',
      'two times such as 22:00-07:00',
      { default: '22:00-07:00' },
    ),
  ),
  internet_only: INTERNET_ONLY,
});

export const NOTIFY = about(
  'Who is told what, by e-mail, in Slack or Teams, or a program by webhook. See docs/notifications.md. Default: no one, and nothing leaves the computer.',
  list(CHANNEL, 16),
);

export const MAIL = entry('The mail server that sends mails to channels.', {
  smtp: secret(
    'Its address with the login: `smtp://` (STARTTLS, port 587) or `smtps://` (TLS, port 465). A password is only sent encrypted. Percent-encode signs such as @ in the login.',
    formed('^smtps?://[^\\s/?#]+/?$', 'an address such as smtp://user:password@mail.example:587', {
      maxLength: 2048,
    }),
    // biome-ignore lint/suspicious/noTemplateCurlyInString: as the file has it
    ['smtp://turnout:${SMTP_PASSWORD}@mail.example:587'],
  ),
  from: about('The sender of the mails.', mailAddress('turnout@gym.example'), [
    'turnout@gym.example',
  ]),
  internet_only: INTERNET_ONLY,
});

export type ChannelSection = Static<typeof CHANNEL>;

/** A level of a topic or several, without wildcards. */
const topic = (usual: string) =>
  formed(
    '^[A-Za-z0-9_-]{1,64}(/[A-Za-z0-9_-]{1,64}){0,7}$',
    'letters, digits, - and _, with / between levels',
    { default: usual },
  );

export const MQTT = entry(
  'A broker that gets the people in each room, the state of each camera, and each class. See docs/notifications.md#mqtt. Default: none.',
  {
    url: secret(
      'Its address: `mqtts://` (TLS, port 8883) or `mqtt://` (port 1883).',
      formed(
        '^mqtts?://[^\\s/?#@]+/?$',
        'an address such as mqtts://broker.example:8883, without user or password',
        { maxLength: 2048 },
      ),
      ['mqtts://broker.example'],
    ),
    username: Type.Optional(secret('The login.', line(1024))),
    password: Type.Optional(
      secret(
        'Its password. `mqtt://` sends it unencrypted: only in your own network.',
        line(4096),
        // biome-ignore lint/suspicious/noTemplateCurlyInString: as the file has it
        ['${MQTT_PASSWORD}'],
      ),
    ),
    prefix: about('First level of its topics.', topic('turnout')),
    discovery: about(
      'First level of the topics in which Home Assistant looks for devices.',
      topic('homeassistant'),
    ),
  },
);
