/**
 * What a model's user sees beside the numbers: pictures next to results, and the view of the week. A picture that cannot be
 * drawn is left out: the numbers are the answer.
 */

import { renderToString } from 'preact-render-to-string';
import type { HeatMapData } from '../../ask/charts/chart.ts';
import { WEEKDAYS } from '../../gym/figures/dimensions.ts';
import { performanceReport } from '../../gym/reports/performance.ts';
import { windowRange } from '../../gym/reports/period.ts';
import type { GymView } from '../../gym/sessions/view.ts';
import type { Log } from '../../runtime/log/log.ts';
import { busyTimes } from '../../web/charts/heat-map.tsx';
import { plainDocument } from '../../web/document.tsx';
import { hoursIn } from '../../web/model/figures.ts';
import { classRows } from '../../web/pages/classes/classes.tsx';
import type { ChartPainter } from '../routes/app.ts';
import { builtAssets } from '../routes/site/page-answer.ts';
import { type Charts, membersOf } from './tools.ts';

export function createCharts(painter: ChartPainter, log: Log): Charts {
  // By the classes: views of one second after another differ in the rooms and share them.
  const drawn = new WeakMap<GymView['sessions'], Promise<readonly Uint8Array[]>>();
  const draw: Charts['draw'] = async (wish, { requestId }) => {
    try {
      const png = wish.kind === 'heat_map' ? painter.heatMap(wish.data) : painter.trend(wish.data);
      return [await png];
    } catch (error) {
      log.warn('chart_not_drawn', { kind: wish.kind, request_id: requestId, error });
      return [];
    }
  };
  return {
    draw,
    ofWeek: (view, turn) => {
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

/**
 * The week for clients that show MCP Apps (the extension io.modelcontextprotocol/ui, revision 2026-01-26): a document of its own
 * that shows what is drawn, by the code of the pages, next to the result of the tool. Other clients see none of it.
 */

export const WEEK_APP = 'ui://turnout/week';
export const APP_TYPE = 'text/html;profile=mcp-app';
/** Of the result that its view shows. */
export const DRAWN = 'turnout/week';
/** Classes of the ranking that are shown. Chosen here: what a conversation has room for. */
const CLASSES = 10;

/** Whether a client says that it shows them. @param capabilities of the client, as it sent them. */
export function takesApps(capabilities: unknown): boolean {
  const { extensions } = membersOf(capabilities);
  const types = membersOf(membersOf(extensions)['io.modelcontextprotocol/ui'])['mimeTypes'];
  return Array.isArray(types) && types.includes(APP_TYPE);
}

/** The same for everyone: it has no figures. */
export function weekDocument(): string {
  const { style = '', weekApp = '' } = builtAssets() ?? {};
  const files = { inlineStyle: style, inlineScript: weekApp };
  return plainDocument('Week', <p class="empty">The figures are on their way.</p>, files);
}

export function weekHtml(view: GymView): string {
  const { ranking } = performanceReport(view, CLASSES);
  return renderToString(
    <main>
      {busyTimes(hoursIn(view, windowRange(view)))}
      <h2>Classes by fill</h2>
      {classRows(ranking)}
    </main>,
  );
}
