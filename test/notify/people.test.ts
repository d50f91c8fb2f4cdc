import type { SMTPServerOptions } from 'smtp-server';
import { expect, it } from 'vitest';
import { sendMail } from '../../notify/channel.ts';
import { dailySummary, weeklyDigest } from '../../notify/digest.ts';
import { mailHtml } from '../../notify/mail-html.tsx';
import { EMPTY } from '../../notify/message.ts';
import { sandboxView } from '../../service/demo/sandbox.ts';
import { counted, uncounted } from '../support/classes.ts';
import { gymView, roomView } from '../support/gym-view.ts';
import { CERTIFICATE } from '../support/https-site.ts';
import { MINUTE_MS } from '../support/times.ts';
import { notifying, notifyingBy, session } from './gym.fixture.ts';
import { mailServer, mailTo } from './mail-server.fixture.ts';

/** A channel in Slack, and what it got. */
const desk = (send: string) => notifyingBy((url) => `id: desk, slack: "${url}", send: [${send}]`);

const OWNERS = 'id: owners, email: [owner@gym.example], send: [weekly, daily, alerts]';

it('a mail arrives with text, HTML and a message id that stays', async () => {
  const { port, mails } = await mailServer({ disabledCommands: ['STARTTLS'] });
  const { notify } = await notifying([OWNERS], { mail: mailTo(port) });
  expect(await notify().test('gym', 'owners')).toEqual({ fault: null });
  const [mail = ''] = mails;
  expect(mail).toMatch(/^Message-ID: <msg_test_\d+@gym\.example>/m);
  expect(mail).toMatch(/^Subject: Riverside: this channel works/m);
  expect(mail).toContain('multipart/alternative');
});

it.each([
  {
    name: 'offers no encryption',
    options: { disabledCommands: ['STARTTLS'] },
    login: 'gym:right@',
    fault: 'The mail server offers no encryption (STARTTLS), so no password was sent.',
  },
  {
    name: 'has a certificate of its own',
    options: {},
    login: 'gym:right@',
    fault: "The mail server's certificate isn't valid for its name, so nothing was sent.",
  },
  {
    name: 'refuses the recipient',
    options: {
      disabledCommands: ['STARTTLS'],
      onRcptTo: (_: unknown, __: unknown, done: (error: Error) => void) =>
        done(Object.assign(new Error('<owner@gym.example> unknown'), { responseCode: 550 })),
    } satisfies SMTPServerOptions,
    login: '',
    fault: 'The mail server refused the sender or a recipient (550).',
  },
])('a mail says what is wrong where the server $name', async ({ options, login, fault }) => {
  const { port, mails } = await mailServer(options);
  const { notify } = await notifying([OWNERS], { mail: mailTo(port, login) });
  expect(await notify().test('gym', 'owners')).toEqual({ fault });
  expect(mails).toHaveLength(0);
});

it('a mail says that the server refused one of its recipients', async () => {
  const onRcptTo: SMTPServerOptions['onRcptTo'] = ({ address }, _, done) =>
    done(address.startsWith('bad@') ? new Error('no such user') : null);
  const { port, mails } = await mailServer({ onRcptTo, disabledCommands: ['STARTTLS'] });
  const two = 'id: owners, email: [owner@gym.example, bad@gym.example], send: [classes]';
  const { ends, list } = await notifying([two], { mail: mailTo(port) });
  await ends();
  await ends();
  expect(mails).toHaveLength(1);
  const fault = 'The mail server refused 1 of 2 recipients.';
  expect(await list()).toMatchObject([{ fault, dueUtcMs: null }]);
});

it('a mail is sent over STARTTLS to a server whose certificate fits, and says that a password is wrong', async () => {
  const { port, mails } = await mailServer(CERTIFICATE);
  const resolve = async () => ['127.0.0.1'];
  const network = { resolve, isPublic: () => false, ca: CERTIFICATE.cert };
  const around = { publicUrl: null, clock: { nowUtcMs: () => 0 }, network };
  const message = { ...EMPTY, title: 'Hello', path: '/' };
  const { signal } = new AbortController();
  const send = (password: string) => {
    const smtp = `smtp://gym:${password}@client.test:${port}`;
    const mail = { smtp, from: 'turnout@gym.example', internetOnly: false };
    return sendMail(['owner@gym.example'], 'msg_1', message, { mail, ...around }, signal);
  };
  expect(await send('right')).toEqual({ ok: true });
  const fault = 'The mail server refused the user name or the password.';
  expect(await send('wrong')).toMatchObject({ fault });
  expect(mails).toHaveLength(1);
});

/** Of a room that no camera sees. */
const NO_CAMERA = uncounted('no_camera');

const crowd = (ids: readonly number[]) =>
  ids.map((id) => roomView({ id: `r${id}`, name: `Room ${id}`, occupancy: 25 }));

it('people get a thousand alerts of a minute as one message, and what is solved before is left out', async () => {
  const { received, see, round, pass } = await desk('alerts');
  const ids = Array.from({ length: 1_000 }, (_, id) => id);
  await see({ rooms: crowd(ids) });
  await pass(3 * MINUTE_MS);
  await round();
  expect(received).toHaveLength(1);
  expect(JSON.parse(received[0]?.body ?? '').text).toBe('Riverside: 1000 messages');
  // One more within ten minutes, solved before anyone was told.
  await see({ rooms: [...crowd(ids), roomView({ id: 'x', occupancy: 30 })] });
  await pass(3 * MINUTE_MS);
  await see({ rooms: crowd(ids) });
  await pass(3 * MINUTE_MS);
  await pass(10 * MINUTE_MS);
  expect(received).toHaveLength(1);
});

it('people hear that a room is no longer too full only once it has been counted again', async () => {
  const { received, see, pass } = await desk('alerts');
  for (const occupancy of [25, null, 12]) {
    await see({ rooms: [roomView({ occupancy })] });
    await pass(3 * MINUTE_MS);
    await pass(10 * MINUTE_MS);
    expect(received).toHaveLength(occupancy === 12 ? 2 : 1);
  }
  expect(received[1]?.body).toContain('Hall is no longer over capacity.');
});

it('people are left alone in quiet hours, and hear of it afterwards', async () => {
  const quiet = (url: string) => `id: desk, teams: "${url}", send: [alerts], quiet: "11:00-13:00"`;
  const { received, see, pass } = await notifyingBy(quiet);
  await see({ rooms: [roomView({ occupancy: 25 })] });
  await pass(3 * MINUTE_MS);
  expect(received).toHaveLength(0);
  await pass(60 * MINUTE_MS);
  expect(received[0]?.body).toContain('25 people are in Hall, which holds 20.');
});

it('people are told the day of a class when they hear of it on a later day', async () => {
  const { received, see, clock } = await desk('classes, alerts');
  const none = { attendance: counted(0), checkedIn: 0 };
  const held = session(clock.nowUtcMs(), { name: 'Yoga <!here>', ...none });
  await see({ sessions: [held] }, MINUTE_MS);
  expect(received[0]?.body).toContain('No one came to Yoga &lt;!here&gt; at 11:00, and 18 had');
  expect(received[0]?.body).not.toMatch(/0 of 20|no-shows/);
  await see({ sessions: [{ ...held, attendance: counted(15) }] }, 24 * 60 * MINUTE_MS);
  const { text } = JSON.parse(received[1]?.body ?? '');
  expect(text).toContain('Yoga &lt;!here&gt; on Fri 21 Nov, 11:00: now 15 of');
});

it('people hear of a class again when its count changes, and not for the range alone', async () => {
  const { received, see, clock, ends, restart } = await desk('classes');
  await ends();
  const told = session(clock.nowUtcMs() - MINUTE_MS, { booked: 15 });
  const becomes = async (attended: number, high: number) => {
    await see({ sessions: [{ ...told, attendance: counted(attended, { high }) }] }, 15 * MINUTE_MS);
    await restart();
  };
  await becomes(15, 17);
  await becomes(14, 16);
  await becomes(14, 15);
  await becomes(15, 16);
  const texts = received.map(({ body }) => JSON.parse(body).text);
  expect(texts).toEqual([
    'Riverside: Yoga at 11:00: 15 of 20',
    'Riverside: Yoga at 11:00: now 14 of 20 · 1+ no-shows',
    'Riverside: Yoga at 11:00: now 15 of 20',
  ]);
});

it('people get each digest once, at seven on their own wall, and none for the time before the channel', async () => {
  const { received, world, clock, round, restart, pass } = await desk('weekly, daily');
  const held = session(clock.nowUtcMs());
  world.view = { sessions: [held] };
  // From Friday noon, so that of the morning is from before, to Saturday 06:50, then 07:05.
  await pass(18 * 60 * MINUTE_MS + 50 * MINUTE_MS);
  expect(received).toHaveLength(0);
  await pass(15 * MINUTE_MS);
  await restart();
  await round();
  expect(received).toHaveLength(1);
  expect(JSON.parse(received[0]?.body ?? '').text).toBe(
    'Riverside, Fri 21 Nov: 15 people came to 1 class. 75% full.',
  );
  // Monday 07:05: the week.
  await pass(48 * 60 * MINUTE_MS);
  expect(received.map(({ body }) => JSON.parse(body).text.split(':')[0])).toEqual([
    'Riverside, Fri 21 Nov',
    'Riverside, 17–23 Nov',
  ]);
});

it('people get a digest after a start once the classes that ended meanwhile are counted', async () => {
  const { received, see, clock, round, restart } = await desk('daily');
  const uncounted = session(clock.nowUtcMs(), { attendance: null });
  await see({ sessions: [uncounted] });
  clock.skip(19 * 60 * MINUTE_MS + 5 * MINUTE_MS);
  await restart();
  await round();
  expect(received).toHaveLength(0);
  clock.skip(MINUTE_MS);
  await see({ sessions: [{ ...uncounted, attendance: counted(15, { source: 'import' }) }] });
  expect(received[0]?.body).toContain('15 people checked in to 1 class');
});

it('people are told to import check-ins where there is no camera, and how many classes a sum is of', () => {
  const week = Date.parse('2026-11-16T12:00:00Z');
  const before = [-7, -6, 0].map((day) => session(week + day * 86_400_000, { id: `cls_${day}` }));
  const missing = session(week + 86_400_000, { id: 'cls_1', attendance: NO_CAMERA });
  const view = gymView({ sessions: [...before, missing], nowUtcMs: week + 7 * 86_400_000 });
  const { message } = weeklyDigest('Riverside', view, '2026-11-16') ?? {};
  expect(message?.doing[0]?.text).toBe("1 class in Hall wasn't counted. Import the check-ins.");
  const [people] = message?.figures ?? [];
  expect(people).toMatchObject({ value: '15', note: '30 in 2 classes the week before' });
});

it('people read three things worth doing, then numbers with a link each', () => {
  const view = sandboxView(Date.parse('2026-11-23T12:00:00Z'));
  const goals = [{ class: null, trainer: null, fill: 0.7, attendance: 12 }];
  const year = { attended: 311, fill_rate: 0.58 };
  const { message } =
    weeklyDigest('Bench', { ...view, gym: { ...view.gym, goals } }, '2026-11-16', year) ?? {};
  expect(message?.doing).toHaveLength(3);
  const labels = message?.figures.map(({ label }) => label);
  expect(labels).toEqual(['People', 'Full', 'No-shows', 'Classes', 'Profit, six weeks']);
  expect(message?.figures[0]?.note).toMatch(
    /^goal 12(\.0)? a class, .* the week before, 311 last year$/,
  );
  expect(message?.figures[1]?.note).toMatch(/^goal 70%, .* the week before, 58% last year$/);
  const html = message === undefined ? '' : mailHtml(message, 'https://gym.example');
  expect(html).toContain('href="https://gym.example/week?of=2026-11-16"');
  // Mail programs draw neither.
  expect(html).not.toMatch(/<svg|<img|<script/);
  expect(dailySummary('Bench', view, '2026-11-22')?.lines.length).toBeGreaterThan(0);
});
