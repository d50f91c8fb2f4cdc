import { resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { RoomView } from '../../gym/sessions/view.ts';
import { Mqtt } from '../../notify/mqtt.ts';
import { camera, engineStatus } from '../support/engine-status.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { gymView, roomView } from '../support/gym-view.ts';
import { startRealProgram } from '../support/real-program.ts';
import { RecordedLog } from '../support/recorded-log.ts';
import { loadedConfig } from './config.fixture.ts';
import { HAS_MOSQUITTO, line, listener, mosquitto } from './mosquitto.fixture.ts';

const DEVICE = 'homeassistant/device/turnout_gym/config';

const configOf = (mqtt: string, rooms = ', { id: loft, capacity: 20 }') =>
  loadedConfig([], mqtt, rooms);

const room = (id: string, people: number | null): RoomView =>
  roomView({ id, occupancy: people, state: people === null ? 'offline' : 'live' });

/** The part of the program that publishes, with time by hand. */
function publisher(mqtt: string) {
  const clock = new FakeClock();
  const log = new RecordedLog();
  const gym = {
    config: configOf(mqtt),
    rooms: [room('hall', 3), room('loft', null)],
    status: engineStatus(),
  };
  const view = () => gymView({ rooms: gym.rooms });
  const engine = { config: () => gym.config, status: () => gym.status, gyms: { view } };
  const part = new Mqtt({ clock, log });
  onTestFinished(() => part.stop());
  const state = () => part.status()[0];
  const look = () => part.look(engine);
  /** Looks until it is so. */
  const until = (isSo: () => boolean) =>
    expect.poll(async () => look().then(isSo), { timeout: 10_000, interval: 5 }).toBe(true);
  return { gym, clock, log, part, state, look, until };
}

const broker = (port: number, more = '') =>
  `mqtt: { url: "mqtt://127.0.0.1:${port}"${more && `, ${more}`} }`;

/** A gym that has published all it has over a line to a broker, and who listens there. */
async function published() {
  const { port: brokerPort } = await mosquitto();
  const heard = await listener(brokerPort);
  const between = await line(brokerPort);
  const part = publisher(broker(between.port));
  await part.until(() => heard.newest.size === 5);
  return { ...heard, ...part, between, port: between.port };
}

const title = HAS_MOSQUITTO ? 'MQTT' : 'MQTT (skipped: no mosquitto, apt-get install mosquitto)';

describe.skipIf(!HAS_MOSQUITTO)(title, () => {
  it('is reached by the bundle, which npm start runs', async () => {
    const { port } = await mosquitto();
    const { newest } = await listener(port);
    await startRealProgram({ section: broker(port) });
    await expect.poll(() => newest.get('turnout/main/status'), { timeout: 30_000 }).toBe('online');
  });

  it('has each room and camera, unknown as unavailable, and the device of Home Assistant', async () => {
    const { newest, json, gym, until } = await published();
    expect(newest.get('turnout/gym/status')).toBe('online');
    expect(json('turnout/gym/rooms/hall')).toEqual({ people: 3, capacity: 20, state: 'live' });
    expect(json('turnout/gym/rooms/loft')).toMatchObject({ people: null, state: 'offline' });
    expect(json('turnout/gym/cameras/hall')).toEqual({ ok: true, state: 'streaming' });
    const { device, origin, components } = json(DEVICE);
    expect(device).toMatchObject({ identifiers: ['turnout_gym'], name: 'Turnout Riverside' });
    expect(origin.name).toBe('Turnout');
    const rooms = ['hall', 'loft'].flatMap((id) => [`room_${id}_people`, `room_${id}_occupied`]);
    expect(Object.keys(components)).toEqual([...rooms, 'camera_hall', 'class']);
    expect(components['room_loft_people']).toMatchObject({
      platform: 'sensor',
      unique_id: 'turnout_gym_room_loft_people',
      state_topic: 'turnout/gym/rooms/loft',
      availability_mode: 'all',
      availability: [
        { topic: 'turnout/gym/status' },
        { topic: 'turnout/gym/rooms/loft', value_template: expect.stringContaining('is none') },
      ],
    });
    gym.status = { ...gym.status, cameras: [camera({ state: 'waiting' })] };
    await until(() => json('turnout/gym/cameras/hall').ok === false);
  });

  it('gets only what changed, and a removed room goes from Home Assistant and the broker, also over a start', async () => {
    const first = await published();
    const { newest, all, json, port } = first;
    const before = all.length;
    first.gym.rooms = [room('hall', 4), room('loft', null)];
    await first.until(() => json('turnout/gym/rooms/hall').people === 4);
    await first.look();
    expect(all.slice(before).map(([topic]) => topic)).toEqual(['turnout/gym/rooms/hall']);
    await first.part.stop();
    await expect.poll(() => newest.get('turnout/gym/status')).toBe('offline');
    const second = publisher(broker(port));
    second.gym.config = configOf(broker(port), '');
    second.gym.rooms = [room('hall', 4)];
    const dropped = JSON.stringify({ platform: 'sensor' });
    await second.until(() => all.some(([, text]) => text.includes(dropped)));
    await second.until(() => json(DEVICE).components['room_loft_people'] === undefined);
    await second.until(() => !newest.has('turnout/gym/rooms/loft'));
  });

  it('says that the gym is gone when the line breaks, and has all again after it', async () => {
    const { newest, json, between, gym, clock, log, state, until } = await published();
    between.cut();
    await expect.poll(() => newest.get('turnout/gym/status')).toBe('offline');
    expect(state()).toMatchObject({ state: 'failing', detail: 'The broker ended the connection.' });
    gym.rooms = [room('hall', 7), room('loft', 1)];
    await clock.advance(10_000);
    await until(() => json('turnout/gym/rooms/loft').people === 1);
    expect([newest.get('turnout/gym/status'), state()?.state]).toEqual(['online', 'connected']);
    const events = log.lines.map(({ event }) => event);
    expect(events).toEqual(['mqtt_connected', 'mqtt_failed', 'mqtt_connected']);
  });

  it('gets the device again when Home Assistant has started', async () => {
    const { client, all, until } = await published();
    await client.publishAsync('homeassistant/status', 'online', { qos: 1 });
    await until(() => all.filter(([topic]) => topic === DEVICE).length === 2);
  });

  it('that confirms nothing any more is left, without a queue', async () => {
    const { between, gym, clock, part, state, look } = await published();
    between.silence();
    gym.rooms = [room('hall', 9), room('loft', 1)];
    await look();
    part.tell('gym', '{}');
    await clock.advance(16_000);
    await look();
    expect(state()?.detail).toBe("The broker didn't answer within 15 seconds.");
  });

  it('takes a new password without a new device, and forgets the gym where the section goes', async () => {
    const { newest, all, port, gym, until, look } = await published();
    gym.config = configOf(broker(port, 'username: desk, password: other'));
    await until(() => all.filter(([topic]) => topic === DEVICE).length === 2);
    expect(all.some(([, value]) => value === '')).toBe(false);
    gym.config = configOf('');
    await look();
    await expect.poll(() => [...newest.keys()]).toEqual([]);
  });

  it('of another certificate, or that refuses the password, says so in a sentence', async () => {
    const [cert, key] = ['cert', 'key'].map((name) => resolve(`test/fixtures/tls/${name}.pem`));
    const secured = [`certfile ${cert}`, `keyfile ${key}`, 'user root'];
    const tls = await mosquitto(['allow_anonymous true', ...secured]);
    const shut = await mosquitto(['allow_anonymous false']);
    const faults = [];
    for (const url of [`mqtts://127.0.0.1:${tls.port}`, `mqtt://127.0.0.1:${shut.port}`]) {
      const { until, state } = publisher(`mqtt: { url: "${url}", username: a, password: b }`);
      await until(() => state()?.state === 'failing');
      faults.push(state()?.detail);
    }
    expect(faults).toEqual([
      "The broker's certificate isn't valid for its name, so nothing was sent.",
      'The broker refused the user name or the password.',
    ]);
  });
});

it.each([
  { url: 'mqtt://127.0.0.1:1', detail: 'Nothing answers at the address of the broker.' },
  { url: 'mqtt://name.invalid', detail: 'The name of the broker is not known.' },
  {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: as the file has it
    url: '${BROKER}',
    detail: "The variable BROKER isn't set where the server runs.",
  },
])('a broker at $url is a sentence in the status, and once in the log', async ({ url, detail }) => {
  const { clock, log, state, look, until } = publisher(`mqtt: { url: "${url}" }`);
  await until(() => state()?.state === 'failing');
  await clock.advance(10_000);
  await look();
  expect(state()).toMatchObject({ gymId: 'gym', detail });
  expect(log.lines).toHaveLength(1);
  expect(JSON.stringify(log.lines)).not.toContain(url);
});
