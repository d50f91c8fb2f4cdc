/** The cameras of a gym, how they are found and how one is added, for its owner. */

import type { CameraRow, CamerasData, Search, SentForm, Weak } from '../../owner-data.ts';
import {
  Form,
  fieldsOf,
  Note,
  PASSWORD,
  submit,
  Tick,
  UNSAVED,
  withoutLogin,
} from '../../parts/forms.tsx';
import { records } from '../../parts/records.tsx';
import { Head, More } from '../../parts/rows.tsx';
import { counted, moment } from '../../words/format.ts';
import { CAMERA_STATES } from '../../words/reasons.ts';
import { modelForm } from './models.tsx';

export function camerasPage({ cameras, range, rooms, removed, weak, sent }: CamerasData) {
  return (
    <>
      <Head
        title="Cameras"
        context={[
          cameras.length === 0
            ? 'No camera yet. Find one in your network, or type its address.'
            : 'What each camera is doing. Open one to see its picture and draw its zones.',
        ]}
      />
      {removed !== undefined && <Note>{removed} is removed. Its counts stay.</Note>}
      {cameras.length > 0 &&
        records(
          ['Camera', 'State', 'Last count'],
          cameras.map((camera) => [
            <a href={`/cameras/${encodeURIComponent(camera.id)}`}>
              <bdi>{camera.id}</bdi>
            </a>,
            stateOf(camera),
            camera.lastCount === null ? 'none since the start' : moment(camera.lastCount),
          ]),
        )}
      {detectorsPart(weak)}
      <h2>Add a camera</h2>
      {findCameras(range, sent, '/cameras')}
      {addCamera(rooms, sent, '/cameras')}
    </>
  );
}

/** What is weak about the detectors, and the way to the others. */
export function detectorsPart({ hint, better }: Weak) {
  return (
    <section class="panel">
      {hint !== null && <p>Your detector is often several people off. Another counts better.</p>}
      {better !== null && modelForm(better, submit('install', `Install ${better}`))}
      <More to="/models">Detectors and models</More>
    </section>
  );
}

/** What a camera does, since when, and what a person can do about it. */
export function stateOf({ state, since, detail }: CameraRow) {
  return (
    <>
      {CAMERA_STATES[state] ?? state}, since {moment(since)}
      {detail !== null && <span class="note"> {detail}</span>}
    </>
  );
}

/** @param range Of this computer; null where it is not known. @param here The page that it stands on. */
export function findCameras(range: string | null, sent: SentForm | null, here: string) {
  const search = sent?.search;
  const { field } = fieldsOf(sent, 'find');
  return (
    <Form
      {...{ sent, action: here, act: 'find', id: 'find', button: 'Find cameras' }}
      title="Find cameras"
      text="Turnout asks each address in this range once, and nothing outside it. It takes up to 20 seconds."
    >
      {search !== undefined && (
        <Note>
          {search.cameras.length === 0
            ? 'No camera answered. Some makers switch ONVIF off: look under Network in the camera’s own settings. Or type the address below.'
            : `${counted(search.cameras.length, 'camera')} at ${counted(search.asked, 'address', 'addresses')}: choose one below.`}
        </Note>
      )}
      {field('ranges', 'Network range', {
        hint: 'Such as 192.168.1.0/24. This computer’s own range is filled in if we know it.',
        stored: range,
        required: true,
        maxLength: 160,
      })}
      <details>
        <summary>Camera login and port</summary>
        {field('user', 'User name', { ...UNSAVED, id: 'find-user' })}
        {field('password', 'Password', {
          ...PASSWORD,
          id: 'find-password',
          hint: 'ONVIF cameras share their streams with it. It is not stored.',
        })}
        {field('rtsp_port', 'RTSP port', { type: 'number', stored: 554, min: '1', max: '65535' })}
      </details>
    </Form>
  );
}

const ADD = 'add-camera';

/**
 * Tried before it is added, or changed: then there are no `rooms`. What was found goes with the form, so that it is there again
 * when a try fails.
 */
export function addCamera(rooms: CamerasData['rooms'] | null, sent: SentForm | null, here: string) {
  const act = rooms === null ? 'change-camera' : ADD;
  const { typed, field, select } = fieldsOf(sent, act);
  const found = foundIn(sent);
  const options = (rooms ?? []).map(({ id, name }) => [id, name] as const);
  if (rooms?.length === 0) {
    return (
      <p class="panel" id="add">
        Every camera belongs to a room. <a href="/setup/rooms">Add a room first</a>
      </p>
    );
  }
  const other = ['', 'Another one, at the address below'] as const;
  const chosen = typed('found', found[0]?.[0]);
  return (
    <Form
      {...{ sent, action: here, act, id: 'add', button: rooms ? 'Try and add' : 'Try and change' }}
      title="Camera details"
      text="Use the camera’s low-resolution stream. Turnout tries it before saving, which can take half a minute."
    >
      {stagesOf(sent, act)}
      {rooms && select('room', 'Room', options)}
      {rooms && field('name', 'Short name, such as hall-front', { required: true, maxLength: 64 })}
      {found.length > 0 && (
        <fieldset>
          <legend>Camera</legend>
          {[...found, other].map(([id, words]) => (
            <Tick key={id} type="radio" name="found" value={id} checked={id === chosen}>
              <bdi>{words}</bdi>
            </Tick>
          ))}
        </fieldset>
      )}
      {found.map(([id, words]) => (
        <input key={id} type="hidden" name={`about:${id}`} value={words} />
      ))}
      {field('url', 'Address', {
        hint: `Such as rtsp://192.168.1.20:554/Streaming/Channels/102.${found.length > 0 ? ' Leave it empty for a camera found above.' : ''}`,
        required: found.length === 0,
        maxLength: 500,
        autocomplete: 'off',
        value: withoutLogin(typed('url')),
      })}
      {found.length > 0 &&
        field('path', 'Stream path, if the camera doesn’t share it', {
          hint: 'Such as /Streaming/Channels/102. The camera’s own pages show it.',
          maxLength: 500,
        })}
      {field('user', 'User name', UNSAVED)}
      {field('password', 'Password', PASSWORD)}
    </Form>
  );
}

/** The cameras that were found, by their id. */
function foundIn(sent: SentForm | null): readonly (readonly [id: string, words: string])[] {
  if (sent?.search !== undefined) return sent.search.cameras.map((one) => [one.id, wordsOf(one)]);
  if (sent?.act !== ADD) return [];
  return [...sent.fields].flatMap(([key, words]) =>
    key.startsWith('about:') ? [[key.slice('about:'.length), words] as const] : [],
  );
}

const NEEDS = {
  nothing: 'Ready to add.',
  login: 'Needs its user name and password.',
  path: 'Type its stream path.',
} as const;

function wordsOf(found: Search['cameras'][number]): string {
  const best = found.streams.find(({ is_best: isBest }) => isBest);
  const size = best?.width == null ? '' : `${best.width} × ${best.height}`;
  const title = [found.maker, found.name].filter((part) => part !== null).join(', ') || 'A camera';
  const known = found.cameras.length === 0 ? '' : `already here as ${found.cameras.join(', ')}`;
  const answers = found.answers.map((one) => one.toUpperCase());
  const facts = [...answers, best?.codec?.toUpperCase() ?? '', size, known].filter(Boolean);
  return [`${title}: ${facts.join(', ')}.`, NEEDS[found.needs], ...found.notes].join(' ');
}

/** How far a camera came that was tried. */
export function stagesOf(sent: SentForm | null, act: string) {
  const probe = sent?.act === act ? sent.probe : undefined;
  if (probe === undefined) return null;
  const tried = probe.stages.filter(({ state }) => state !== 'not_tried');
  return (
    <ol class="findings stages">
      {tried.map(({ stage, state, words }) => (
        <li key={stage} class={`is-${state}`}>
          {state === 'failed' ? `Failed: ${words}` : words}
        </li>
      ))}
      {probe.warnings.map((words) => (
        <li key={words}>{words}</li>
      ))}
    </ol>
  );
}
