/** The cameras of a gym, how they are found and how one is added, for its owner. */

import type { CameraRow, CamerasData, Probe, Search, SentForm, Weak } from '../../owner-data.ts';
import {
  Fault,
  fieldsOf,
  Said,
  Select,
  Submit,
  Tick,
  typed,
  withoutLogin,
} from '../../parts/forms.tsx';
import { Records } from '../../parts/records.tsx';
import { More } from '../../parts/rows.tsx';
import { counted, date, dateOf, timeOf } from '../../words/format.ts';
import { CAMERA_STATES } from '../../words/reasons.ts';

export function Cameras({ content }: { readonly content: CamerasData }) {
  const { cameras, range, rooms, weak, sent } = content;
  return (
    <>
      <h1>Cameras</h1>
      <p class="context">
        {cameras.length === 0
          ? 'No camera yet. Find one in your network, or type its address.'
          : 'What each camera is doing. Open one to see what it sees, and to draw its zones.'}
      </p>
      {cameras.length > 0 && (
        <Records
          head={['Camera', 'State', 'Last count']}
          rows={cameras.map((camera) => [
            <a href={`/cameras/${encodeURIComponent(camera.id)}`}>
              <bdi>{camera.id}</bdi>
            </a>,
            <State camera={camera} />,
            camera.lastCount === null ? 'none since the start' : when(camera.lastCount),
          ])}
        />
      )}
      <Detectors weak={weak} />
      <h2>Add a camera</h2>
      {rooms.length === 0 ? (
        <p>
          <More to="/setup/rooms">Add a room first</More>
        </p>
      ) : (
        <>
          <FindCameras {...{ range, sent }} />
          <AddCamera {...{ rooms, sent }} />
        </>
      )}
    </>
  );
}

/** What is weak about the detectors, and the way to the others. */
export function Detectors({ weak: { hint, better } }: { readonly weak: Weak }) {
  return (
    <section class="panel">
      {hint !== null && <p>What counts your cameras is weak: {hint}</p>}
      {better !== null && (
        <form method="post" action="/models">
          <input type="hidden" name="model" value={better} />
          <Submit act="install">Install {better}</Submit>
        </form>
      )}
      <More to="/models">Detectors and models</More>
    </section>
  );
}

/** What a camera does, since when, and what a person can do about it. */
export function State({ camera }: { readonly camera: CameraRow }) {
  const { state, since, detail } = camera;
  return (
    <>
      {CAMERA_STATES[state] ?? state}, since {when(since)}
      {detail !== null && <span class="note"> {detail}</span>}
    </>
  );
}

function when(time: string): string {
  return `${date(dateOf(time), 'short')}, ${timeOf(time)}`;
}

interface FindProps {
  /** Of this computer; null where it is not known. */
  readonly range: string | null;
  readonly sent: SentForm | null;
}

export function FindCameras({ range, sent }: FindProps) {
  const search = sent?.search;
  const field = fieldsOf(sent, 'find');
  return (
    <form class="panel" method="post" action="#find" id="find">
      <h3>Find cameras</h3>
      <p class="context">
        Turnout asks each address of the range, once, and nothing outside it. It takes up to 20
        seconds.
      </p>
      <Fault sent={sent} acts={['find']} />
      {search !== undefined && (
        <Said>
          {search.cameras.length === 0
            ? 'No camera answered. Some makers have ONVIF switched off: look for it under Network in the pages of the camera. Or type the address below.'
            : `${counted(search.cameras.length, 'camera')} at ${counted(search.asked, 'address', 'addresses')}: choose one below.`}
        </Said>
      )}
      {field('ranges', 'Addresses to ask', {
        hint: 'A part of your network, such as 192.168.1.0/24. The range of this computer is filled in where it is known.',
        stored: range,
        required: true,
        maxLength: 160,
      })}
      <details>
        <summary>Login of the cameras, and port</summary>
        {field('user', 'User of the cameras', {
          id: 'find-user',
          autocomplete: 'off',
          maxLength: 200,
        })}
        {field('password', 'Password of the cameras', {
          id: 'find-password',
          type: 'password',
          hint: 'With it, cameras that speak ONVIF tell their streams. It is not stored.',
          autocomplete: 'new-password',
          maxLength: 200,
        })}
        {field('rtsp_port', 'Port of RTSP', {
          type: 'number',
          stored: 554,
          min: '1',
          max: '65535',
        })}
      </details>
      <Submit act="find">Find cameras</Submit>
    </form>
  );
}

interface AddCameraProps {
  readonly rooms: readonly { readonly id: string; readonly name: string }[];
  readonly sent: SentForm | null;
}

/** Tried before it is added. What was found goes with the form, so that it is there again when a try fails. */
export function AddCamera({ rooms, sent }: AddCameraProps) {
  const shown = (name: string) => typed(sent, 'add-camera', name);
  const field = fieldsOf(sent, 'add-camera');
  const found = foundIn(sent);
  if (rooms.length === 0) {
    return (
      <p class="panel" id="add">
        A camera stands in a room: <a href="/setup/rooms">add a room</a> first.
      </p>
    );
  }
  return (
    <form class="panel" method="post" action="#add" id="add">
      <h3>Camera details</h3>
      <p class="context">
        Use the camera’s low-resolution stream. Turnout tries it before saving, which can take half
        a minute.
      </p>
      <Fault sent={sent} acts={['add-camera']} />
      <Stages sent={sent} act="add-camera" />
      <Select
        name="room"
        label="Room"
        options={rooms.map(({ id, name }) => [id, name])}
        chosen={shown('room')}
      />
      {field('name', 'Camera name', { hint: 'Such as Hall front.', required: true, maxLength: 64 })}
      {found.length > 0 && (
        <fieldset class="choices">
          <legend>Camera</legend>
          {found.map(([id, words], at) => (
            <Tick
              key={id}
              type="radio"
              name="found"
              value={id}
              checked={shown('found') === id || (at === 0 && sent?.act === 'find')}
            >
              <bdi>{words}</bdi>
            </Tick>
          ))}
          <Tick
            type="radio"
            name="found"
            value=""
            checked={sent?.act === 'add-camera' && shown('found') === ''}
          >
            Another one, at the address below
          </Tick>
        </fieldset>
      )}
      {found.map(([id, words]) => (
        <input key={id} type="hidden" name={`about:${id}`} value={words} />
      ))}
      {field('url', 'Address', {
        hint: 'Such as rtsp://192.168.1.20:554/Streaming/Channels/102. Not needed for a camera found above.',
        required: found.length === 0,
        maxLength: 500,
        autocomplete: 'off',
        value: withoutLogin(shown('url')),
      })}
      {found.length > 0 &&
        field('path', 'Path of its stream, where it does not tell it', {
          hint: 'Such as /Streaming/Channels/102: the pages of the camera show it.',
          maxLength: 500,
        })}
      {field('user', 'User', { autocomplete: 'off', maxLength: 100 })}
      {field('password', 'Password', {
        type: 'password',
        hint: 'It is stored on this computer and never shown again.',
        autocomplete: 'new-password',
        maxLength: 200,
      })}
      <Submit act="add-camera">Try and add</Submit>
    </form>
  );
}

/** The cameras that were found, by their id. */
function foundIn(sent: SentForm | null): readonly (readonly [id: string, words: string])[] {
  if (sent?.search !== undefined) return sent.search.cameras.map((one) => [one.id, wordsOf(one)]);
  if (sent?.act !== 'add-camera') return [];
  return [...sent.fields].flatMap(([key, words]) =>
    key.startsWith('about:') ? [[key.slice('about:'.length), words] as const] : [],
  );
}

const NEEDS = {
  nothing: 'Its stream is known.',
  login: 'It tells its stream to its user and password.',
  path: 'It does not tell its stream: type the path.',
} as const;

function wordsOf(found: Search['cameras'][number]): string {
  const best = found.streams.find(({ is_best: isBest }) => isBest);
  const size = best?.width == null ? '' : `${best.width} × ${best.height}`;
  const title = [found.maker, found.name].filter((part) => part !== null).join(', ') || 'A camera';
  const known = found.cameras.length === 0 ? '' : `here already as ${found.cameras.join(', ')}`;
  const answers = found.answers.map((one) => one.toUpperCase());
  const facts = [...answers, best?.codec?.toUpperCase() ?? '', size, known].filter(Boolean);
  return [`${title}: ${facts.join(', ')}.`, NEEDS[found.needs], ...found.notes].join(' ');
}

const STAGES: Readonly<Record<string, string>> = {
  name: 'Found the address',
  reach: 'Reached the camera',
  sign_in: 'Signed in',
  stream: 'Stream',
  keyframe: 'Pictures',
  decode: 'Read the video',
  people: 'People',
};
const STATES = { passed: 'done', failed: 'failed', not_tried: 'skipped' } as const;

/** How far a camera came that was tried. */
export function Stages({ sent, act }: { readonly sent: SentForm | null; readonly act: string }) {
  const probe: Probe | undefined = sent?.act === act ? sent.probe : undefined;
  if (probe === undefined) return null;
  return (
    <ol class="stages">
      {probe.stages.map(({ stage, state, words }) => (
        <li key={stage} class={`is-${state}`}>
          {STAGES[stage] ?? stage}: {STATES[state]}.{state === 'not_tried' ? '' : ` ${words}`}
        </li>
      ))}
      {probe.warnings.map((words) => (
        <li key={words} class="is-warned">
          {words}
        </li>
      ))}
    </ol>
  );
}
