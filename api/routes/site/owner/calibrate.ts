/** `/calibrate`: how far off the counts are by room, from true counts. */

import { formatInstant } from '../../../../gym/calendar/zone.ts';
import type { CalibrateData } from '../../../../web/owner-data.ts';
import { calibrationRows } from '../../owner/classes.ts';
import type { OwnerAsked } from './asked.ts';

export async function calibratePage(asked: OwnerAsked): Promise<CalibrateData> {
  const { reader, operator, sent } = asked;
  const { id, timezone } = reader.view.gym;
  const gym = operator.config().gyms.find((one) => one.id === id);
  const rooms = gym === undefined ? [] : await calibrationRows(operator.classes, gym);
  return {
    page: 'calibrate',
    canSwitch: (await operator.file.revision()) !== null,
    fault: sent?.fault ?? null,
    rooms: rooms.map((room) => ({
      ...room,
      counted: room.counted.map((one) => ({
        ...one,
        starts_at: formatInstant(timezone, Date.parse(one.starts_at)),
      })),
    })),
  };
}
