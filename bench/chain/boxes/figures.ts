/** What `bench:chain -- --boxes N` tells. */

import { tell } from '../figures.ts';
import { playBoxes } from './boxes.ts';

/** Source: beyond a cut of the line, a chain is whole again within five minutes. */
const RETURNED_S = 300;

export async function boxes(count: number): Promise<void> {
  const played = await playBoxes(count);
  const own = `${count} boxes`;
  tell(`${own}: first receipt for all that each has`, played.beganS, 's');
  tell(`${own}: all is at the head office after it was killed`, played.returnedS, 's', {
    most: RETURNED_S,
  });
  tell(`${own}: classes lost`, played.lost, '', { most: 0 });
  tell(`${own}: classes doubled`, played.doubled, '', { most: 0 });
  tell(`${own}: peak memory of the head office`, played.officeMb, 'MB');
  tell(`${own}: memory of the process that plays them`, played.simulatorMb, 'MB');
}
