/** How the usual clients are told of the server, ready to be copied. */

/** The key in examples: what a key looks like, and is none. */
const KEY = 'YOUR_KEY';

/** Prints the set-up of a client on the same computer: the paths are its own, and none that a stranger is shown. */
const LOCAL = 'turnout mcp --set-up';

/** Markdown. @param base Public address of the service, without a slash at its end. */
export function setUpText(base: string): string {
  const url = `${base}/mcp`;
  return [
    '## Connect',
    `A free key is at ${base}/get-key; the operator of a gym makes others with \`turnout key create\`. Send it as \`Authorization: Bearer ${KEY}\` (or \`x-api-key\`). Clients that sign in by themselves (OAuth 2.1) find everything from the address alone where it is https: leave the header out. To try it without a key send the header \`X-Sandbox: true\`: sample data, nothing is charged.`,
    part('Claude Code', 'sh', [
      `claude mcp add --transport http turnout ${url} --header "Authorization: Bearer ${KEY}"`,
    ]),
    `### Claude Desktop\n\nWith an https address: Settings, Connectors, Add custom connector, \`${url}\`; it signs in automatically. On the computer that has the data, without any key: paste what \`${LOCAL}\` prints into \`claude_desktop_config.json\`.`,
    part('Cursor (`.cursor/mcp.json`)', 'json', [
      json({ mcpServers: { turnout: { url, headers: { Authorization: `Bearer ${KEY}` } } } }),
    ]),
    part('VS Code (`.vscode/mcp.json`)', 'json', [
      json({
        inputs: [
          { type: 'promptString', id: 'turnout-key', description: 'Turnout key', password: true },
        ],
        servers: {
          turnout: {
            type: 'http',
            url,
            // The editor fills it in.
            headers: { Authorization: `Bearer \${input:turnout-key}` },
          },
        },
      }),
    ]),
    `### On the computer that has the data\n\n\`turnout mcp\` speaks the protocol over stdin and stdout: the same tools, no key and no running server needed. Nothing is charged. A client needs whole paths to start it. In the folder of Turnout, this prints them as clients take them (in a checkout: \`npx ${LOCAL}\`):\n\n${fence('sh', LOCAL)}`,
    part('MCP Inspector', 'sh', [
      `npx @modelcontextprotocol/inspector --cli ${url} --transport http --header "Authorization: Bearer ${KEY}" --method tools/list`,
    ]),
    part('Plain HTTP', 'sh', [
      `curl ${url} -H 'Content-Type: application/json' -H 'Accept: application/json, text/event-stream' -H 'Authorization: Bearer ${KEY}' \\`,
      `  -d '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_summary","arguments":{}}}'`,
    ]),
  ].join('\n\n');
}

function part(title: string, language: string, lines: readonly string[]): string {
  return `### ${title}\n\n${fence(language, lines.join('\n'))}`;
}

function fence(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}

function json(value: object): string {
  return JSON.stringify(value, null, 2);
}
