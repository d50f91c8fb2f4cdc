/**
 * What a gym says over MQTT: the topics of its rooms, cameras and classes, and the document by which Home Assistant knows
 * them. It takes no commands.
 */

import type { GymConfig, MqttConfig } from '../config/config.ts';
import type { CameraState } from '../engine/cameras/state.ts';
import type { SessionBody } from '../gym/reports/session-row.ts';
import type { GymView } from '../gym/sessions/view.ts';
import { VERSION } from '../runtime/installation.ts';
import type { EngineStatus } from '../service/status.ts';

export interface GymTopics {
  /** All but those of Home Assistant are below it. */
  readonly root: string;
  /** `online` or `offline`. */
  readonly status: string;
  /** Each class once it is counted, and when its figures change; not retained. */
  readonly classes: string;
  /** The document of the device. */
  readonly device: string;
  /** Home Assistant says `online` here when it has started. */
  readonly homeAssistant: string;
}

export function topicsOf({ prefix, discovery }: MqttConfig, gymId: string): GymTopics {
  const root = `${prefix}/${gymId}`;
  return {
    root,
    status: `${root}/status`,
    classes: `${root}/class`,
    device: `${discovery}/device/${deviceId(root)}/config`,
    homeAssistant: `${discovery}/status`,
  };
}

/** `turnout_riverside`. */
export function deviceId(root: string): string {
  return root.replaceAll('/', '_');
}

export const roomTopic = (root: string, id: string) => `${root}/rooms/${id}`;

export const cameraTopic = (root: string, id: string) => `${root}/cameras/${id}`;

export const enabledCameras = (gym: GymConfig) =>
  gym.rooms.flatMap(({ cameras }) => cameras.filter(({ enabled }) => enabled));

/** Null is neither: one that is still connecting. */
export const WORKS: Readonly<Record<CameraState, boolean | null>> = {
  connecting: null,
  streaming: true,
  degraded: true,
  waiting: false,
  unauthorized: false,
  failing: false,
  stopped: null,
};

/** The newest value of each retained topic. Only what changes is part of a value, so that a quiet room is silent. */
export function statesOf(
  { root }: GymTopics,
  gym: GymConfig,
  view: GymView,
  { cameras }: EngineStatus,
): Map<string, string> {
  const rooms = view.rooms.map(({ id, occupancy, capacity, state }): [string, string] => [
    roomTopic(root, id),
    JSON.stringify({ people: occupancy, capacity, state }),
  ]);
  const states = enabledCameras(gym).map(({ id }): [string, string] => {
    const { state = 'stopped' } = cameras.find((one) => one.id === id) ?? {};
    return [cameraTopic(root, id), JSON.stringify({ ok: WORKS[state], state })];
  });
  return new Map([...rooms, ...states]);
}

export interface Component {
  readonly platform: string;
  readonly state_topic: string;
  readonly [key: string]: unknown;
}

/** The device form of MQTT discovery (Home Assistant 2024.11 and newer). What is unknown is unavailable, never 0. */
export function deviceOf(topics: GymTopics, gym: GymConfig, publicUrl: string | null) {
  const { root } = topics;
  const id = deviceId(root);
  const known = (topic: string, field: string) => ({
    state_topic: topic,
    availability_mode: 'all',
    availability: [
      { topic: topics.status },
      {
        topic,
        value_template: `{{ 'offline' if value_json.${field} is none else 'online' }}`,
      },
    ],
  });
  const components: [name: string, component: Component][] = [
    ...gym.rooms.flatMap((room): [string, Component][] => {
      const of = known(roomTopic(root, room.id), 'people');
      return [
        [
          `room_${room.id}_people`,
          {
            platform: 'sensor',
            name: `${room.name} people`,
            ...of,
            value_template: '{{ value_json.people }}',
            unit_of_measurement: 'people',
            state_class: 'measurement',
          },
        ],
        [
          `room_${room.id}_occupied`,
          {
            platform: 'binary_sensor',
            name: `${room.name} occupied`,
            ...of,
            value_template: "{{ 'ON' if value_json.people | int(0) > 0 else 'OFF' }}",
            device_class: 'occupancy',
          },
        ],
      ];
    }),
    ...enabledCameras(gym).map((camera): [string, Component] => [
      `camera_${camera.id}`,
      {
        platform: 'binary_sensor',
        name: `Camera ${camera.id}`,
        ...known(cameraTopic(root, camera.id), 'ok'),
        value_template: "{{ 'ON' if value_json.ok else 'OFF' }}",
        device_class: 'connectivity',
        entity_category: 'diagnostic',
      },
    ]),
    [
      'class',
      {
        platform: 'event',
        name: 'Class',
        state_topic: topics.classes,
        event_types: ['class.finished', 'class.changed'],
        availability: [{ topic: topics.status }],
      },
    ],
  ];
  const origin = { name: 'Turnout', sw_version: VERSION };
  return {
    device: {
      identifiers: [id],
      name: `Turnout ${gym.name}`,
      manufacturer: 'Turnout',
      sw_version: VERSION,
      ...(publicUrl !== null && { configuration_url: publicUrl }),
    },
    origin,
    components: Object.fromEntries(
      components.map(([name, one]) => [name, { ...one, unique_id: `${id}_${name}` }]),
    ) as Readonly<Record<string, Component>>,
  };
}

export type Device = ReturnType<typeof deviceOf>;

/** A class as it is published: its figures, no trainer. `type` is that of webhooks. */
export function classPayload(type: string, body: SessionBody): string {
  const { id, name, room, starts_at, ends_at, attended, attended_low, attended_high } = body;
  const { quality, booked, capacity } = body;
  const range = { attended, attended_low, attended_high };
  const about = { id, name, room, starts_at, ends_at };
  return JSON.stringify({ event_type: type, ...about, ...range, quality, booked, capacity });
}
