/**
 * The week for clients that show MCP Apps (the extension io.modelcontextprotocol/ui, revision 2026-01-26): a document of its own
 * that shows what is drawn, by the code of the pages, next to the result of the tool. Other clients see none of it.
 */

import { renderToString } from 'preact-render-to-string';
import { performanceReport } from '../../gym/reports/classes/performance.ts';
import { windowRange } from '../../gym/reports/period.ts';
import type { GymView } from '../../gym/sessions/view.ts';
import { HeatKey, HeatMap } from '../../web/charts/heat-map.tsx';
import { plainDocument } from '../../web/document.tsx';
import { hoursIn } from '../../web/model/figures.ts';
import { Rows } from '../../web/pages/classes/classes.tsx';
import { builtAssets } from '../routes/site/page-answer.ts';

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

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string, unknown>>)
    : {};
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
      <HeatMap
        hours={hoursIn(view, windowRange(view))}
        caption="How full classes are, by start time"
      />
      <HeatKey />
      <h2>Classes by fill</h2>
      <Rows of={ranking} earnings={new Map()} currency={null} />
    </main>,
  );
}
