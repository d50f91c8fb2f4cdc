/**
 * What a model's user sees beside the numbers: pictures next to results. One that cannot be drawn is left out: the numbers are
 * the answer.
 */

import type { Chart, HeatMapData } from '../../ask/charts/chart.ts';
import { drawChart } from '../../ask/charts/draw-chart.ts';
import { WEEKDAYS } from '../../gym/figures/dimensions.ts';
import { windowRange } from '../../gym/reports/period.ts';
import type { GymView } from '../../gym/sessions/view.ts';
import type { Log } from '../../runtime/log/log.ts';
import { hoursIn } from '../../web/model/figures.ts';

export type Charts = ReturnType<typeof createCharts>;

export function createCharts(log: Log) {
  // By the classes: views of one second after another differ in the rooms and share them.
  const drawn = new WeakMap<GymView['sessions'], Promise<readonly Uint8Array[]>>();
  const draw = (chart: Chart, requestId: string): Promise<readonly Uint8Array[]> =>
    drawChart(chart).then(
      (png) => [png],
      (error) => {
        log.warn('chart_not_drawn', { kind: chart.kind, request_id: requestId, error });
        return [];
      },
    );
  return {
    draw,
    /** The hours of the week. */
    ofWeek: (view: GymView, requestId: string) => {
      const known = drawn.get(view.sessions);
      if (known !== undefined) return known;
      const data = hoursOf(view);
      const made = data.cells.length > 0 ? draw({ kind: 'heat_map', data }, requestId) : NONE;
      drawn.set(view.sessions, made);
      return made;
    },
  };
}

const NONE: Promise<readonly Uint8Array[]> = Promise.resolve([]);

/** How full each hour of the week is, over the window of the ranking. */
export function hoursOf(view: GymView): HeatMapData {
  const range = windowRange(view);
  const { from, to } = range;
  return {
    title: `How full, ${dayOf(from)} – ${dayOf(to)} ${to.slice(0, 4)}`,
    cells: hoursIn(view, range).cells.map(({ weekday, hour, fill_rate, rated_classes }) => ({
      weekday: (WEEKDAYS as readonly string[]).indexOf(weekday) + 1,
      hour,
      fillRate: fill_rate,
      classes: rated_classes,
    })),
  };
}

/** `21 Nov`, as the pictures of questions have it. */
function dayOf(date: string): string {
  const day = new Date(`${date}T00:00:00Z`);
  return day.toLocaleDateString('en-GB', { month: 'short', day: 'numeric', timeZone: 'UTC' });
}
