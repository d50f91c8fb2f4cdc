/** How far off the counts of a gym are by room, from the classes that a person counted, for its owner. */

import { errorBars } from '../../charts/bars.tsx';
import type { CalibrateData, CalibratedRoom } from '../../owner-data.ts';
import { Alert, submit, withTarget } from '../../parts/forms.tsx';
import { records } from '../../parts/records.tsx';
import { Head, More, Section } from '../../parts/rows.tsx';
import { average, classes, list, moment, UNKNOWN } from '../../words/format.ts';

export function calibratePage({ rooms, canSwitch, fault }: CalibrateData) {
  const most = Math.max(0, ...rooms.map(({ error_before: error }) => error?.mean ?? 0));
  const counted = rooms.filter((room) => room.counted.length > 0);
  return (
    <>
      <Head
        title="Accuracy"
        context={[
          rooms.length === 0
            ? 'No room has a camera yet.'
            : 'Count a class yourself now and then, and note the number on its page. Turnout compares it with the cameras. After three counts it can correct the room.',
        ]}
      />
      <Alert text={fault} />
      {counted.length === 0 && (
        <p>
          Open a class and note the number on its page. Five counted classes tell a lot.{' '}
          <More to="/classes">All classes</More>
        </p>
      )}
      {rooms.length > 0 &&
        records(
          ['Room', 'You counted', 'Off by', 'Corrected', 'Correction', 'Before and after'],
          rooms.map(({ name, error_before: before, error_after: after, ...room }) => [
            <bdi>{name}</bdi>,
            room.classes,
            people(before),
            people(after),
            room.state === 'better' ? `${factorWords(room)}${room.on ? '' : ', off'}` : 'none',
            errorBars(before?.mean ?? null, after?.mean ?? null, most),
          ]),
        )}
      {counted.map((room) => roomPart(room, canSwitch))}
    </>
  );
}

function roomPart(room: CalibratedRoom, canSwitch: boolean) {
  const action = room.on ? 'Stop the correction' : 'Use the correction';
  return (
    <Section id={`room-${room.room}`} title={<bdi>{room.name}</bdi>}>
      <p>{stateWords(room)}</p>
      {!room.on && <p class="note">Off: counts stay as the cameras give them.</p>}
      {canSwitch && (!room.on || room.state === 'better') && (
        <form class="switch" method="post" action="/calibrate">
          <input type="hidden" name="room" value={room.room} />
          <input type="hidden" name="on" value={room.on ? 'no' : 'yes'} />
          {submit('calibration', withTarget(action, room.name), 'minor')}
        </form>
      )}
      {records(
        ['Class', 'You', 'Cameras', 'Corrected'],
        room.counted.map((one) => [
          <a href={`/sessions/${encodeURIComponent(one.session_id)}`}>
            <bdi>{one.name}</bdi>, {moment(one.starts_at)}
          </a>,
          one.people,
          average(one.estimated),
          average(one.corrected),
        ]),
      )}
      {room.counted.some(({ corrected }) => corrected !== null) && (
        <p class="note">
          Each class is corrected by the others alone, so this is what to expect next time.
        </p>
      )}
    </Section>
  );
}

/** `2.0 people`. */
function people(error: CalibratedRoom['error_before']): string {
  return error === null
    ? UNKNOWN
    : `${error.mean.toFixed(1)} ${error.mean === 1 ? 'person' : 'people'}`;
}

/** `people × 1.15`, or a factor for each camera. */
function factorWords({ factor, cameras }: Pick<CalibratedRoom, 'factor' | 'cameras'>): string {
  if (cameras.length === 0) return `people × ${factor.toFixed(2)}`;
  return list(cameras.map(({ camera, factor: own }) => `${camera} × ${own.toFixed(2)}`));
}

/** What the true counts of a room come to, as one or two sentences. */
function stateWords(room: CalibratedRoom): string {
  const { state, classes_needed: needed, error_before: before, error_after: after } = room;
  const off = before === null ? '' : `off by ${people(before)} on average${biasWords(before)}`;
  const known = classes(room.classes);
  switch (state) {
    case 'none':
      return 'You have not counted a class in this room yet.';
    case 'waiting':
      return 'The cameras have no number to compare with yet. It comes a few minutes after the class.';
    case 'too_few':
      return `${known} so far, ${off}. Count ${classes(needed)} more to correct the room.`;
    case 'no_better':
      return `${known}, ${off}. No correction would make that better.`;
    case 'better':
      return `${known}, ${off}. With ${factorWords(room)}: ${people(after)}.`;
  }
}

/** Whether cameras see too many or too few; nothing where it is neither. */
function biasWords({ mean, bias }: NonNullable<CalibratedRoom['error_before']>): string {
  if (Math.abs(bias) < mean / 2 || mean === 0) return '';
  return bias > 0 ? ', mostly too many' : ', mostly too few';
}
