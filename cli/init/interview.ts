/** The questions of `turnout init`, one after the other; what the flags say is not asked. */

import { askCamera, type CameraTrial } from './ask-camera.ts';
import { cameraIdFor, type InitFlags, ownTimezone, roomsOfFlags } from './flags.ts';
import {
  type CameraPlan,
  capacityFault,
  type GymPlan,
  idFor,
  nameFault,
  type RoomPlan,
  timezoneFault,
} from './plan.ts';
import type { Prompts } from './prompts.ts';
import { askSchedule, placeOfSchedule, type ScheduleTrial } from './schedule.ts';

/** How what is typed is tried out. */
export interface Trials {
  readonly camera: CameraTrial;
  readonly schedule: ScheduleTrial;
}

export async function interview(
  prompts: Prompts,
  flags: InitFlags,
  trials: Trials,
): Promise<GymPlan> {
  const name =
    flags.gym ??
    (await prompts.text({
      message: 'What is the gym called?',
      example: 'Riverside Fitness',
      fault: nameFault,
    }));
  const timezone =
    flags.timezone ??
    (await prompts.text({
      message: 'In which time zone is it? All dates and class times are of this zone.',
      ...initialZone(),
      fault: timezoneFault,
    }));
  const named = roomsOfFlags(flags);
  const rooms = named.length > 0 ? named : await askRooms(prompts, trials.camera);
  const schedule =
    flags.schedule === undefined
      ? await askSchedule(prompts, timezone, trials.schedule)
      : placeOfSchedule(flags.schedule);
  return {
    id: idFor(name, 'gym'),
    name,
    timezone,
    rooms,
    schedule,
  };
}

async function askRooms(prompts: Prompts, trial: CameraTrial): Promise<RoomPlan[]> {
  const rooms: RoomPlan[] = [];
  do {
    rooms.push(await askRoom(prompts, rooms, trial));
  } while (await prompts.confirm('Is there another room where classes are held?', false));
  return rooms;
}

async function askRoom(
  prompts: Prompts,
  before: readonly RoomPlan[],
  trial: CameraTrial,
): Promise<RoomPlan> {
  const name = await prompts.text({
    message: before.length === 0 ? 'A room where classes are held:' : 'What is it called?',
    example: 'Studio',
    fault: nameFault,
  });
  const people = await prompts.text({
    message: `How many people does ${name} hold? (empty where you do not know)`,
    isOptional: true,
    example: '20',
    fault: capacityFault,
  });
  const id = idFor(
    name,
    'room',
    before.map((room) => room.id),
  );
  const capacity = people === '' ? null : Number(people);
  const cameras: CameraPlan[] = [];
  do {
    const room = { id, name, capacity, cameras };
    const camera = await askCamera(
      prompts,
      { id: cameraIdFor(room, [...before, room]), room: name },
      trial,
    );
    if (camera === null) break;
    cameras.push(camera);
  } while (await prompts.confirm(`Does another camera look into ${name}?`, false));
  return { id, name, capacity, cameras };
}

/** The zone of this computer to be taken or changed; nothing where it is set to UTC. */
function initialZone(): { initial: string } | { example: string } {
  const zone = ownTimezone();
  return zone === null ? { example: 'Europe/London, or a city such as Berlin' } : { initial: zone };
}
