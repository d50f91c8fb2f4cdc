/** The events of `/ask` and `/v1/live`: the document of the API says no more than that a stream is text. */

import { type TSchema, Type } from 'typebox';

type Schemas = Readonly<Record<string, TSchema>>;

/** Of an event its name, the name of its data, and what it says. */
type Row = readonly [string, string, string];

const ASK_EVENTS: readonly Row[] = [
  ['start', 'AskStart', 'The answer begins.'],
  ['content', 'AskText', 'The answer in words.'],
  ['elicitation', 'AskQuestion', 'A question back.'],
  ['result', 'AskItem', 'One thing that was found.'],
  ['complete', 'AskEnd', 'The answer is whole.'],
];
const LIVE_EVENTS: readonly Row[] = [
  ['hello', 'LiveHello', 'How everything is. Comes first, and again after a gap.'],
  ['rooms', 'LiveRooms', 'Rooms have changed. Comes at most once a second.'],
  ['class', 'LiveClass', 'A class has changed.'],
  ['cameras', 'LiveCameras', 'Cameras have changed. Only owners get it.'],
  ['tick', 'LiveTick', 'Comes every 15 seconds.'],
  ['bye', 'LiveBye', 'The service ends the stream, and the client connects again.'],
];

const TEXT = Type.String();
const ID = {
  description: 'The stream goes on from here after a lost connection; null: not from here.',
};
const META = Type.Ref('AskMeta');
const changed = (name: string) => ({ changed: Type.Array(Type.Ref(name)) });

/** @param components The schemas of the document, which events have parts of. */
export function streamSchemas(
  components: Readonly<Record<string, { readonly properties?: Schemas }>>,
): Schemas {
  const { elicitation = {} } = components['AskAnswer']?.properties ?? {};
  const room = components['RoomHour']?.properties ?? {};
  const { id = {}, occupancy = {}, state = {}, updated_at = {} } = room;
  const data: Readonly<Record<string, Schemas>> = {
    AskStart: { _meta: META, streaming: Type.Boolean() },
    AskText: { type: Type.Literal('text'), text: TEXT },
    AskQuestion: { elicitation: Type.Ref('AskAnswerElicitation') },
    AskItem: { index: Type.Integer(), item: Type.Ref('AskResult') },
    AskEnd: { _meta: META },
    LiveHello: {
      build: Type.String({ description: 'Version of the service.' }),
      gym_id: TEXT,
      server_time: TEXT,
      role: TEXT,
      resumed: Type.Boolean({ description: 'False: read again what you show.' }),
      minutes_from: TEXT,
      rooms: Type.Array(Type.Ref('RoomHour')),
      running: Type.Array(Type.Ref('ClassSession'), { description: 'Classes that run now.' }),
    },
    LiveRooms: changed('LiveRoom'),
    LiveClass: {
      kind: Type.Enum(['started', 'ended', 'estimated', 'corrected', 'changed']),
      ...components['ClassSession']?.properties,
    },
    LiveCameras: changed('LiveCamera'),
    LiveTick: { server_time: TEXT },
    LiveBye: { reason: TEXT },
  };
  const schemas: Record<string, TSchema> = {
    AskAnswerElicitation: elicitation,
    LiveRoom: Type.Object({ id, occupancy, state, updated_at }),
    LiveCamera: Type.Object({ id: TEXT, state: TEXT, reasons: Type.Array(TEXT) }),
  };
  /** @param more What each event has next to its name and data. */
  const add = (name: string, rows: readonly Row[], more: Schemas = {}) => {
    const events = rows.map(([event, ofData, description]) => {
      const own = name.replace('Event', `${event.charAt(0).toUpperCase()}${event.slice(1)}Event`);
      const whole = { event: Type.Literal(event), ...more, data: Type.Ref(ofData) };
      schemas[ofData] = Type.Object(data[ofData] ?? {}, { description });
      schemas[own] = Type.Object(whole, { description });
      return Type.Ref(own);
    });
    schemas[name] = Type.Union(events);
  };
  add('AskEvent', ASK_EVENTS);
  add('LiveEvent', LIVE_EVENTS, { id: Type.Union([TEXT, Type.Null()], ID) });
  return schemas;
}
