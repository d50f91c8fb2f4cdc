/** The questions of `turnout init`, one after the other; what the flags say is not asked. */

import { askCamera, type CameraTrial } from './ask-camera.ts';
import { absolute, cameraIdFor, type InitFlags, ownTimezone, roomsOfFlags } from './flags.ts';
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

export async function interview(
  prompts: Prompts,
  flags: InitFlags,
  trial: CameraTrial,
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
      initial: ownTimezone(),
      fault: timezoneFault,
    }));
  const named = roomsOfFlags(flags);
  const rooms = named.length > 0 ? named : await askRooms(prompts, trial);
  const schedule = flags.schedule ?? (await askSchedule(prompts));
  return {
    id: idFor(name, 'gym'),
    name,
    timezone,
    rooms,
    schedule: schedule === '' ? null : absolute(schedule),
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

function askSchedule(prompts: Prompts): Promise<string> {
  return prompts.text({
    message: 'Address or file of the class schedule: .ics, .csv or .json (empty: later)',
    isOptional: true,
    example: 'https://calendar.example/classes.ics',
    fault: scheduleFault,
  });
}

/** As the configuration takes it: an address of these kinds, or a path. One letter and a colon is a drive of Windows. */
function scheduleFault(text: string): string | null {
  const isRight =
    /^(?:https?|webcals?):\/\/[^\s/]/.test(text) || !/^[a-z][a-z0-9+.-]+:/i.test(text);
  return isRight ? null : 'an address with https://, http:// or webcal://, or a file';
}
