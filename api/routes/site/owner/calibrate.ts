/** `/calibrate`: how far off the counts are by room, from true counts. */

import { formatInstant } from '../../../../gym/calendar/zone.ts';
import type { CalibrateData } from '../../../../web/owner-data.ts';
import { calibrationRows } from '../../owner/calibration.ts';
import type { OwnerAsked } from './asked.ts';

export async function calibratePage({ reader, operator }: OwnerAsked): Promise<CalibrateData> {
  const { id, timezone } = reader.view.gym;
  const gym = operator.config().gyms.find((one) => one.id === id);
  const rooms = gym === undefined ? [] : await calibrationRows(operator.classes, gym);
  return {
    page: 'calibrate',
    revision: await operator.file.revision(),
    rooms: rooms.map((room) => ({
      ...room,
      counted: room.counted.map((one) => ({
        ...one,
        starts_at: formatInstant(timezone, Date.parse(one.starts_at)),
      })),
    })),
  };
}
