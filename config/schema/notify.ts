/**
 * Who is told: the channels of a gym for digests, alerts and events, the mail server that carries mails, and the MQTT
 * broker that gets rooms, cameras and classes.
 */

import type { Static } from 'typebox';
import {
  choice,
  entry,
  flag,
  formed,
  identifier,
  like,
  line,
  list,
  optional,
  secret,
  webAddress,
} from './field.ts';

const INTERNET_ONLY = flag(false)`
  Whether its address may lead to the internet alone; the pages write it.`;

/** What a channel may be sent. */
export const SENT = ['weekly', 'daily', 'alerts', 'classes'] as const;

const HOOK = optional(secret(webAddress));

const mailAddress = (example: string) =>
  formed('^[^\\s@<>,;:"]+@[^\\s@<>,;:"]+$', `a mail address such as ${example}`, {
    maxLength: 254,
  });

const SIGNING_SECRET = formed(
  '^whsec_[A-Za-z0-9+/]{32,86}={0,2}( whsec_[A-Za-z0-9+/]{32,86}={0,2}){0,3}$',
  'whsec_ and 32 to 86 characters of base64, as echo "whsec_$(openssl rand -base64 32)" prints',
);

const HOURS = formed(
  '^([01][0-9]|2[0-3]):[0-5][0-9]-([01][0-9]|2[0-3]):[0-5][0-9]$',
  'two times such as 22:00-07:00',
  { default: '22:00-07:00' },
);

const CHANNEL = entry({
  id: identifier('channel id')`Id of the channel, unique in its gym.`,
  email: list(secret(mailAddress('owner@gym.example'))`An address.`, 20)`
    Addresses that get mails. Needs \`mail\`.`,
  slack: HOOK`Address of an incoming webhook of Slack.`,
  teams: HOOK`Address of a workflow of Microsoft Teams that posts what it gets.`,
  webhook: HOOK`
    Address of a program that takes events after Standard Webhooks 1.0. It may be in the network of the gym.`,
  secret: optional(like(secret(SIGNING_SECRET), `\${WEBHOOK_SECRET}`))`
    For \`webhook\`: the secret that signs. While it changes, write both, with a space between.`,
  send: list(choice(SENT)`One of them.`, SENT.length, 1)`
    \`weekly\`: the digest of last week, Monday 07:00 in the time zone of the gym. \`daily\`: the day before, every day at 07:00. \`alerts\`: what is wrong, and when it is solved. \`classes\`: each class once it is counted, and again when its figures change.`,
  quiet: HOURS`
    Hours without alerts and classes, in the time zone of the gym; they come afterwards. 00:00-00:00 is never. Not for a \`webhook\`.`,
  internet_only: INTERNET_ONLY,
})`A channel: \`email\`, \`slack\`, \`teams\` or \`webhook\`, and what it gets.`;

export const NOTIFY = list(CHANNEL, 16)`
  Who is told what, by e-mail, Slack, Teams or webhook. See docs/notifications.md. Default: no one, and nothing leaves the computer.`;

const SMTP = formed(
  '^smtps?://[^\\s/?#]+/?$',
  'an address such as smtp://user:password@mail.example:587',
  { maxLength: 2048 },
);

export const MAIL = entry({
  smtp: like(secret(SMTP), `smtp://turnout:\${SMTP_PASSWORD}@mail.example:587`)`
    Its address with the login: \`smtp://\` (STARTTLS, port 587) or \`smtps://\` (TLS, port 465). Percent-encode signs such as @ in it. A password is only sent encrypted.`,
  from: like(mailAddress('turnout@gym.example'), 'turnout@gym.example')`
    The sender of the mails.`,
  internet_only: INTERNET_ONLY,
})`The mail server that sends mails to channels.`;

export type ChannelSection = Static<typeof CHANNEL>;

/** A level of a topic or several, without wildcards. */
const topic = (usual: string) =>
  formed(
    '^[A-Za-z0-9_-]{1,64}(/[A-Za-z0-9_-]{1,64}){0,7}$',
    'letters, digits, - and _, with / between levels',
    { default: usual },
  );

const BROKER = formed(
  '^mqtts?://[^\\s/?#@]+/?$',
  'an address such as mqtts://broker.example:8883, without user or password',
  { maxLength: 2048 },
);

export const MQTT = entry({
  url: like(secret(BROKER), 'mqtts://broker.example')`
    Its address: \`mqtts://\` (TLS, port 8883) or \`mqtt://\` (port 1883).`,
  username: optional(secret(line(1024)))`The login.`,
  password: optional(like(secret(line(4096)), `\${MQTT_PASSWORD}`))`
    Its password. \`mqtt://\` sends it unencrypted: only in your own network.`,
  prefix: topic('turnout')`First level of its topics.`,
  discovery: topic('homeassistant')`
    First level of the topics in which Home Assistant looks for devices.`,
})`
  A broker that gets the people in each room, the state of each camera, and each class. See docs/notifications.md#mqtt. Default: none.`;
