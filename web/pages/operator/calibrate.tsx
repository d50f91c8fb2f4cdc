/** How far off the counts of a gym are by room, from the classes that a person counted, for its owner. */

import { ErrorBars } from '../../charts/bars.tsx';
import type { CalibrateData, CalibratedRoom } from '../../owner-data.ts';
import { Alert, Submit } from '../../parts/forms.tsx';
import { Records } from '../../parts/records.tsx';
import { More, Section } from '../../parts/rows.tsx';
import {
  average,
  capitalised,
  classes,
  date,
  dateOf,
  list,
  timeOf,
  UNKNOWN,
} from '../../words/format.ts';

export function Calibrate({ content }: { readonly content: CalibrateData }) {
  const { rooms, canSwitch, fault } = content;
  return (
    <>
      <h1>Accuracy</h1>
      <p class="context">
        {rooms.length === 0
          ? 'No room has a camera yet.'
          : 'Count a class yourself now and then, and note the number on its page. Turnout compares it with the cameras. After three counts it can correct the room.'}
      </p>
      <Alert text={fault} />
      {rooms.every(({ counted }) => counted.length === 0) && (
        <p>
          Open a class and note the number on its page. Five counted classes tell a lot.{' '}
          <More to="/classes">All classes</More>
        </p>
      )}
      {rooms.length > 0 && <Overview rooms={rooms} />}
      {rooms
        .filter(({ counted }) => counted.length > 0)
        .map((room) => (
          <Room key={room.room} {...{ room, canSwitch }} />
        ))}
    </>
  );
}

function Overview({ rooms }: { readonly rooms: readonly CalibratedRoom[] }) {
  const most = Math.max(0, ...rooms.map(({ error_before: error }) => error?.mean ?? 0));
  return (
    <Records
      head={['Room', 'You counted', 'Off by', 'Corrected', 'Correction', 'Before and after']}
      rows={rooms.map((room) => [
        <bdi>{room.name}</bdi>,
        room.classes,
        errorOf(room.error_before),
        errorOf(room.error_after),
        inUse(room),
        <ErrorBars
          before={room.error_before?.mean ?? null}
          after={room.error_after?.mean ?? null}
          most={most}
        />,
      ])}
    />
  );
}

function errorOf(error: CalibratedRoom['error_before']): string {
  return error === null ? UNKNOWN : people(error.mean);
}

function inUse(room: CalibratedRoom): string {
  if (room.state !== 'better') return 'none';
  return room.on ? factorWords(room) : `${factorWords(room)}, off`;
}

interface RoomProps {
  readonly room: CalibratedRoom;
  readonly canSwitch: boolean;
}

function Room({ room, canSwitch }: RoomProps) {
  const id = `room-${room.room}`;
  return (
    <Section id={id} title={<bdi>{room.name}</bdi>}>
      <p>{stateWords(room)}</p>
      {!room.on && <p class="note">Off: counts stay as the cameras give them.</p>}
      <Switch {...{ room, canSwitch }} />
      <Records
        head={['Class', 'You', 'Cameras', 'Corrected']}
        rows={room.counted.map((one) => [
          <a href={`/sessions/${encodeURIComponent(one.session_id)}`}>
            <bdi>{one.name}</bdi>, {date(dateOf(one.starts_at), 'short')} {timeOf(one.starts_at)}
          </a>,
          one.people,
          average(one.estimated),
          average(one.corrected),
        ])}
      />
      {room.counted.some(({ corrected }) => corrected !== null) && (
        <p class="note">
          Each class is corrected by what the others say, so this is what to expect next time.
        </p>
      )}
    </Section>
  );
}

function Switch({ room, canSwitch }: RoomProps) {
  if (!canSwitch)
    return room.on ? null : (
      <p class="note">This is sample data, so nothing can be switched here.</p>
    );
  if (room.on && room.state !== 'better') return null;
  return (
    <form class="switch" method="post" action="/calibrate">
      <input type="hidden" name="room" value={room.room} />
      <input type="hidden" name="on" value={room.on ? 'no' : 'yes'} />
      <Submit act="calibration" isMinor>
        {room.on ? 'Stop the correction' : 'Use the correction'}
        <span class="unseen"> {room.name}</span>
      </Submit>
    </form>
  );
}

/** `2.0 people`. */
function people(error: number): string {
  return `${error.toFixed(1)} ${error === 1 ? 'person' : 'people'}`;
}

/** `people × 1.15`, or a factor for each camera. */
function factorWords({ factor, cameras }: CalibratedRoom): string {
  if (cameras.length === 0) return `people × ${factor.toFixed(2)}`;
  return list(cameras.map(({ camera, factor: own }) => `${camera} × ${own.toFixed(2)}`));
}

/** What the true counts of a room come to, as one or two sentences. */
function stateWords(room: CalibratedRoom): string {
  const { state, classes: known, classes_needed: needed, error_before: before } = room;
  const off = before === null ? '' : `off by ${people(before.mean)} on average${biasWords(before)}`;
  switch (state) {
    case 'none':
      return 'You have not counted a class in this room yet.';
    case 'waiting':
      return 'The cameras have no number to compare with yet. It comes a few minutes after the class.';
    case 'too_few':
      return `${capitalised(classes(known))} so far, ${off}. Count ${classes(needed)} more to correct the room.`;
    case 'no_better':
      return `${capitalised(classes(known))}, ${off}. No correction would make that better.`;
    case 'better': {
      const after = room.error_after === null ? '' : people(room.error_after.mean);
      return `${capitalised(classes(known))}, ${off}. With ${factorWords(room)}: ${after}.`;
    }
  }
}

/** Whether cameras see too many or too few; nothing where it is neither. */
function biasWords({ mean, bias }: NonNullable<CalibratedRoom['error_before']>): string {
  if (Math.abs(bias) < mean / 2 || mean === 0) return '';
  return bias > 0 ? ', mostly too many' : ', mostly too few';
}
