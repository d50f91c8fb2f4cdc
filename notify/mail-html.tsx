/**
 * A message as the HTML of a mail. Mail programs draw no SVG and load no style sheets, and many show no pictures until asked:
 * charts are tables, in the colours and steps of the pages. Light first, dark where the reader's program is.
 */

import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { HeatMap } from '../web/charts/heat-map.tsx';
import { CHART_DARK, CHART_LIGHT, DARK, LIGHT, STEPS } from '../web/look/tokens.ts';
import { type Bar, type Figure, FOOT, hrefOf, type Line, type Message } from './message.ts';

const FONT = "system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** Classes and not inline: only so can the dark colours take their place. */
const STYLE = `
body{margin:0;padding:0;background:${LIGHT.ground};color:${LIGHT.ink};font:16px/1.5 ${FONT}}
a{color:${LIGHT.accent}}
h1{font-size:22px;line-height:1.3;margin:0 0 8px}h2{font-size:16px;margin:28px 0 8px}
p{margin:0 0 8px}ol,ul{margin:0;padding-left:22px}li{margin:0 0 6px}
table{border-collapse:collapse}
.page{width:100%;background:${LIGHT.ground}}
.card{max-width:600px;margin:0 auto;background:${LIGHT.raised};padding:24px;text-align:left}
.quiet{color:${LIGHT.quiet};font-size:14px}
.figures td{padding:0 20px 8px 0;vertical-align:top}.figures b{font-size:24px;line-height:1.2}
.figures a{color:${LIGHT.ink};text-decoration:none}
.days{width:100%}.days td{padding:3px 8px 3px 0;vertical-align:top}
.day{width:84px;white-space:nowrap}
.part{white-space:nowrap}
.track{background:${CHART_LIGHT.track}}.bar{background:${CHART_LIGHT.attended};height:12px;font-size:0;line-height:0}
.heat{width:100%;font-size:12px;text-align:center;border-collapse:separate;border-spacing:2px}
.heat caption{text-align:left;padding:0 0 6px;color:${LIGHT.quiet};font-size:14px}
.heat th{font-weight:normal;color:${LIGHT.quiet};padding:0 2px}.heat td{padding:4px 0;min-width:18px}
.heat abbr{text-decoration:none}.unseen{display:none}.uncounted{background:${CHART_LIGHT.track}}
${STEPS.map(({ colour, ink }, at) => `.step${at}{background:${colour};color:${ink}}`).join('')}
@media (prefers-color-scheme:dark){
body,.page{background:${DARK.ground}!important;color:${DARK.ink}!important}.card{background:${DARK.raised}!important;color:${DARK.ink}!important}
a{color:${DARK.accent}!important}.figures a{color:${DARK.ink}!important}
.quiet,.heat caption,.heat th{color:${DARK.quiet}!important}
.track,.uncounted{background:${CHART_DARK.track}!important}.bar{background:${CHART_DARK.attended}!important}
}
@media (max-width:480px){.card{padding:16px}.heat{font-size:10px;border-spacing:1px}.heat td{min-width:12px}.figures td{padding-right:14px}}
`;

export function mailHtml(message: Message, publicUrl: string | null): string {
  const { title, intro, doing, figures, bars, hours, lines, path } = message;
  const page = hrefOf(publicUrl, path);
  const body = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        <style dangerouslySetInnerHTML={{ __html: STYLE }} />
      </head>
      <body>
        <table class="page" role="presentation">
          <tr>
            <td>
              <div class="card">
                <h1>{title}</h1>
                {intro.map((text) => (
                  <p key={text} class="quiet">
                    {text}
                  </p>
                ))}
                {doing.length > 0 && <h2>Worth doing first</h2>}
                {doing.length > 0 && (
                  <ol>
                    <Lines lines={doing} publicUrl={publicUrl} />
                  </ol>
                )}
                {figures.length > 0 && <Figures figures={figures} publicUrl={publicUrl} />}
                {bars.length > 0 && <Days bars={bars} publicUrl={publicUrl} />}
                {hours !== null && <h2>Busy times</h2>}
                {hours !== null && (
                  <HeatMap
                    hours={hours}
                    caption="How full classes are by start time, six weeks, %"
                  />
                )}
                {lines.length > 0 && (
                  <ul>
                    <Lines lines={lines} publicUrl={publicUrl} />
                  </ul>
                )}
                {page !== null && (
                  <p style="margin-top:24px">
                    <a href={page}>Open the page</a>
                  </p>
                )}
                <p class="quiet" style="margin-top:24px">
                  {FOOT}
                </p>
              </div>
            </td>
          </tr>
        </table>
      </body>
    </html>
  );
  return `<!doctype html>${renderToString(body)}`;
}

interface Linked {
  readonly publicUrl: string | null;
  readonly path: string | null;
  readonly children: ComponentChildren;
}

function Link({ publicUrl, path, children }: Linked) {
  const href = hrefOf(publicUrl, path);
  return href === null ? children : <a href={href}>{children}</a>;
}

interface Of {
  readonly publicUrl: string | null;
}

function Lines({ lines, publicUrl }: Of & { readonly lines: readonly Line[] }) {
  return (
    <>
      {lines.map(({ text, path }) => (
        <li key={text}>
          <Link publicUrl={publicUrl} path={path}>
            {text}
          </Link>
        </li>
      ))}
    </>
  );
}

/** Two beside each other: they fit on any telephone. */
function Figures({ figures, publicUrl }: Of & { readonly figures: readonly Figure[] }) {
  const rows = figures.flatMap((_, at) => (at % 2 === 0 ? [figures.slice(at, at + 2)] : []));
  return (
    <>
      <h2>The numbers</h2>
      <table class="figures" role="presentation">
        {rows.map((row) => (
          <tr key={row[0]?.label}>
            {row.map(({ label, value, note, path }) => (
              <td key={label}>
                <Link publicUrl={publicUrl} path={path}>
                  <span class="quiet">{label}</span>
                  <br />
                  <b>{value}</b>
                </Link>
                {note !== null && <div class="quiet">{note}</div>}
              </td>
            ))}
          </tr>
        ))}
      </table>
    </>
  );
}

function Days({ bars, publicUrl }: Of & { readonly bars: readonly Bar[] }) {
  const most = Math.max(1, ...bars.map(({ people }) => people ?? 0));
  return (
    <>
      <h2>Day by day</h2>
      <table class="days" role="presentation">
        {bars.map(({ label, people, note, path }) => (
          <tr key={label}>
            <td class="day">
              <Link publicUrl={publicUrl} path={path}>
                {label}
              </Link>
            </td>
            <td>
              <table class="track" role="presentation" width="100%">
                <tr>
                  {(people ?? 0) > 0 && (
                    <td class="bar" width={`${Math.round((100 * (people ?? 0)) / most)}%`}>
                      &nbsp;
                    </td>
                  )}
                  <td />
                </tr>
              </table>
              <span class="quiet">
                <b>{people === null ? '–' : people.toLocaleString('en-GB')}</b>
                {note.split(' · ').map((part) => (
                  <>
                    {part === '' ? '' : ' · '}
                    <span class="part">{part}</span>
                  </>
                ))}
              </span>
            </td>
          </tr>
        ))}
      </table>
    </>
  );
}
