/** How the pages look, light and dark: a constant, for its hash stands in the policy. Contrasts are held by a test. */

import { DARK, LIGHT, propertiesOf } from '../../web/look/tokens.ts';

/** Text is never smaller than 13 px, nothing needs a wider window than 320 px, and focus is always to be seen. */
export const STYLE = `
:root{color-scheme:light dark;${propertiesOf(LIGHT)}}
@media (prefers-color-scheme:dark){:root{${propertiesOf(DARK)}}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;background:var(--ground);color:var(--ink);font:1rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;overflow-wrap:break-word}
body>header,main{width:100%;max-width:42rem;margin:0 auto;padding:0 1.25rem}
body>header{padding-top:clamp(1.25rem,.5rem + 3vw,2.75rem);padding-bottom:clamp(1.25rem,.5rem + 3vw,2.25rem)}
body>header p{display:flex;align-items:center;gap:.625rem;margin:0;font-weight:650;letter-spacing:-.01em}
main{padding-bottom:4rem}
h1{margin:0 0 .75rem;font-size:clamp(1.75rem,1.3rem + 2.2vw,2.5rem);line-height:1.15;letter-spacing:-.025em;font-weight:700;text-wrap:balance}
.host{overflow-wrap:anywhere}
h2{margin:2.75rem 0 .75rem;font-size:1.25rem;line-height:1.3;letter-spacing:-.012em;font-weight:650}
h3{margin:0;font-size:.9375rem;font-weight:600}
p{margin:0 0 1rem}
a{color:var(--accent);text-underline-offset:.2em}
a:hover{color:var(--accentOver)}
.lead{font-size:1.125rem;color:var(--quiet);text-wrap:pretty}
.quiet{font-size:.9375rem;color:var(--quiet)}
.panel,pre{background:var(--raised);border:1px solid var(--edge);border-radius:.75rem}
.panel{padding:clamp(1rem,.5rem + 2vw,1.5rem);margin:1.5rem 0}
.panel>:last-child{margin-bottom:0}
.warning{padding:.75rem 1rem;border-left:.25rem solid var(--warn);border-radius:.375rem;background:var(--warnGround);color:var(--warn);font-weight:600}
label{display:block;margin:0 0 .375rem;font-weight:600}
input,textarea{display:block;width:100%;min-height:2.75rem;padding:.625rem .75rem;border:1px solid var(--line);border-radius:.5rem;background:var(--ground);color:var(--ink);resize:none;font:1rem/1.4 ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
textarea{field-sizing:content;word-break:break-all}
[aria-invalid]{border-color:var(--warn);border-width:2px}
button{min-height:2.75rem;padding:.5rem 1.25rem;border:1px solid var(--accent);border-radius:.5rem;background:var(--accent);color:var(--onAccent);font:inherit;font-weight:600;cursor:pointer;touch-action:manipulation}
button:hover{background:var(--accentOver);border-color:var(--accentOver)}
button.plain{background:transparent;color:var(--accent)}
button.plain:hover{color:var(--accentOver);border-color:var(--accentOver)}
button[hidden]{display:none}
:focus-visible{outline:3px solid var(--accent);outline-offset:3px}
.row{display:flex;flex-wrap:wrap;gap:.625rem;margin-bottom:1rem}
.row textarea{flex:1 1 17rem;min-width:0}
.example{margin:0 0 1.5rem}
.example>div{display:flex;align-items:center;justify-content:space-between;gap:1rem;min-height:2.5rem;margin-bottom:.375rem}
.example button{min-height:2.25rem;padding:.25rem .875rem;font-size:.9375rem}
pre{margin:0;padding:.875rem 1rem;font:.875rem/1.6 ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;white-space:pre-wrap;overflow-wrap:anywhere;tab-size:2}
code{font:.9em ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;overflow-wrap:anywhere}
pre code{font:inherit}
dl{margin:0}
dl>div{display:grid;grid-template-columns:8rem 1fr;gap:.25rem 1rem;padding:.75rem 0;border-top:1px solid var(--edge)}
dl>div:first-child{border-top:0;padding-top:0}
dl>div:last-child{padding-bottom:0}
dt{color:var(--quiet)}
dd{margin:0;min-width:0;overflow-wrap:anywhere}
dd ul{margin:0;padding-left:1.125rem}
.hint{margin:.5rem 0 0}
.choices{display:grid;gap:.75rem;margin-top:1.25rem}
.notice:not(:empty){position:fixed;left:50%;bottom:1.25rem;transform:translateX(-50%);width:max-content;max-width:calc(100vw - 2rem);margin:0;padding:.625rem 1.125rem;border-radius:2rem;background:var(--ink);color:var(--ground);font-weight:600;text-align:center}
.unseen{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
@media (max-width:30rem){dl>div{grid-template-columns:1fr}.row button,form>button{width:100%}pre{font-size:.8125rem;padding:.75rem}}
@media (forced-colors:active){.panel,pre,.warning,.notice{border:1px solid}}
`;
