/**
 * Pictures next to results, where one says more than the numbers. A picture that cannot be drawn is left out: the numbers
 * are the answer.
 */

import type { HeatMapData, TrendData } from '../../../ask/charts/chart.ts';
import { WEEKDAYS } from '../../../gym/figures/dimensions.ts';
import { windowRange } from '../../../gym/reports/period.ts';
import type { GymView } from '../../../gym/sessions/view.ts';
import type { Log } from '../../../runtime/log/log.ts';
import { hoursIn } from '../../../web/model/figures.ts';
import type { McpTurn } from '../server/turn.ts';
import type { Picture } from './tool.ts';

/** What draws. Both give a PNG. */
export interface ChartPainter {
  heatMap(data: HeatMapData): Uint8Array | Promise<Uint8Array>;
  trend(data: TrendData): Uint8Array | Promise<Uint8Array>;
}

/** What an answer wants drawn. */
export type ChartWish =
  | { readonly kind: 'heat_map'; readonly data: HeatMapData }
  | { readonly kind: 'trend'; readonly data: TrendData };

export interface ChartParts {
  readonly painter: ChartPainter;
  readonly log: Log;
}

export interface Charts {
  /** Of the result of a tool over figures. */
  of(tool: string, view: GymView, turn: McpTurn): Promise<readonly Picture[]>;
  draw(wish: ChartWish, turn: McpTurn): Promise<readonly Picture[]>;
}

/** Tools whose results are of the whole week. */
const WEEK_TOOLS = new Set(['rank_classes']);

export function createCharts({ painter, log }: ChartParts): Charts {
  // By the classes: views of one second after another differ in the rooms and share them.
  const drawn = new WeakMap<GymView['sessions'], Promise<readonly Picture[]>>();
  const draw = async (wish: ChartWish, { requestId }: McpTurn): Promise<readonly Picture[]> => {
    try {
      const png = await (wish.kind === 'heat_map'
        ? painter.heatMap(wish.data)
        : painter.trend(wish.data));
      return [{ png }];
    } catch (error) {
      log.warn('chart_not_drawn', { kind: wish.kind, request_id: requestId, error });
      return [];
    }
  };
  return {
    draw,
    of: async (tool, view, turn) => {
      if (!WEEK_TOOLS.has(tool)) return [];
      const known = drawn.get(view.sessions);
      if (known !== undefined) return known;
      const data = hoursOf(view);
      const made =
        data.cells.length === 0 ? Promise.resolve([]) : draw({ kind: 'heat_map', data }, turn);
      drawn.set(view.sessions, made);
      return made;
    },
  };
}

/** How full each hour of the week is, over the window of the ranking. */
function hoursOf(view: GymView): HeatMapData {
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
