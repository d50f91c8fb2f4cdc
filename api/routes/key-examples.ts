/** Calls that can be pasted: for the shell, a browser or Node.js, and Python with nothing but its own library. */

export interface KeyExamples {
  readonly curl: string;
  readonly javascript: string;
  readonly python: string;
}

/** Calls of the summary with `key`. `base` is the public address of the service; whatever is in it stays a text. */
export function keyExamples(base: string, key: string): KeyExamples {
  const url = `${base}/v1/summary`;
  return {
    curl: `curl -H ${shellText(`Authorization: Bearer ${key}`)} ${shellText(url)}`,
    javascript: [
      `const key = ${codeText(key)};`,
      `const response = await fetch(${codeText(url)}, {`,
      '  headers: { Authorization: "Bearer " + key },',
      '});',
      'console.log(await response.json());',
    ].join('\n'),
    python: [
      'import json',
      'from urllib.request import Request, urlopen',
      '',
      `key = ${codeText(key)}`,
      `request = Request(${codeText(url)})`,
      'request.add_header("Authorization", "Bearer " + key)',
      'with urlopen(request) as response:',
      '    print(json.dumps(json.load(response), indent=2))',
    ].join('\n'),
  };
}

/** One word of a POSIX shell. */
export function shellText(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** A text as JavaScript and Python both read it. */
function codeText(text: string): string {
  return JSON.stringify(text);
}
