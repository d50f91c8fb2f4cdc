/**
 * The view of an MCP App (the extension io.modelcontextprotocol/ui, revision 2026-01-26), in the frame of a client: it shows what
 * the server has drawn next to the result of a tool, and opens links in the client.
 */

interface HostContext {
  readonly theme?: 'light' | 'dark';
}
interface ToolResult {
  readonly content?: readonly { readonly text?: string }[];
  readonly _meta?: Readonly<Record<string, { readonly html: string; readonly base: string }>>;
}
interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: HostContext & ToolResult;
  readonly result?: { readonly hostContext?: HostContext };
}

const DRAWN = 'turnout/week';
const HELLO = 1;
const { parent } = window;
const page = document.querySelector<HTMLElement>('#page');
let base = '';

function send(message: Message | object): void {
  parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
}

function look({ theme }: HostContext = {}): void {
  if (theme !== undefined) document.documentElement.dataset['theme'] = theme;
}

function show({ content, _meta: meta }: ToolResult): void {
  if (page === null) return;
  const drawn = meta?.[DRAWN];
  if (drawn === undefined) {
    page.textContent = content?.[0]?.text ?? '';
    return;
  }
  base = drawn.base;
  // Drawn by the server as its pages are: names in it are text there already.
  page.innerHTML = drawn.html;
}

window.addEventListener('message', ({ source, data }: MessageEvent<Message>) => {
  if (source !== parent) return;
  const { id, method, params = {}, result } = data;
  if (id === HELLO && result !== undefined) {
    look(result.hostContext);
    send({ method: 'ui/notifications/initialized', params: {} });
  } else if (method === 'ui/notifications/tool-result') {
    show(params);
  } else if (method === 'ui/notifications/host-context-changed') {
    look(params);
  } else if (method !== undefined && id !== undefined) {
    send({ id, result: {} });
  }
});

document.addEventListener('click', (event) => {
  const href = (event.target as Element).closest('a')?.getAttribute('href');
  if (href == null) return;
  event.preventDefault();
  send({ id: event.timeStamp, method: 'ui/open-link', params: { url: `${base}${href}` } });
});

new ResizeObserver(() => {
  const { scrollWidth: width, scrollHeight: height } = document.documentElement;
  send({ method: 'ui/notifications/size-changed', params: { width, height } });
}).observe(document.body);

send({
  id: HELLO,
  method: 'ui/initialize',
  params: {
    appInfo: { name: 'turnout-week', version: '1.0.0' },
    appCapabilities: { availableDisplayModes: ['inline'] },
    protocolVersion: '2026-01-26',
  },
});
