/** A server of files, on loopback, for tests; above all a camera: MJPEG and snapshots, with logins and the ways it may go wrong. */

import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listening, stopped } from './loopback.ts';

export type HttpCamera = Awaited<ReturnType<typeof startHttpCamera>>;

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Starts a server that answers by path; 404 for others. */
export async function startHttpCamera(answers: Readonly<Record<string, Answer>>) {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    const answer = answers[request.url?.split('?')[0] ?? ''];
    if (answer !== undefined) return answer(request, response);
    response.writeHead(404).end('<html>no</html>');
  });
  const port = await listening(server);
  return {
    /** Address of a path, with `user:password` in it when given. */
    url: (path: string, login?: string) =>
      `http://${login === undefined ? '' : `${login}@`}127.0.0.1:${port}${path}`,
    /** Requests so far, as they came. */
    requests,
    stop: () => stopped(server),
  };
}

/** The head of a part as it should be. */
const wellFormed = (length: number) =>
  `--frame\r\nContent-Type: image/jpeg\r\nContent-Length: ${length}\r\n\r\n`;

/** `pictures` over and over as MJPEG, one each `periodMs`. */
export function mjpeg(pictures: readonly Uint8Array[], head = wellFormed, periodMs = 20): Answer {
  return (_request, response) => {
    response.writeHead(200, { 'content-type': 'multipart/x-mixed-replace; boundary="frame"' });
    let index = 0;
    const timer = setTimeout(function send() {
      const picture = pictures[index % pictures.length] ?? new Uint8Array();
      index += 1;
      response.write(head(picture.length));
      response.write(picture);
      response.write('\r\n');
      timer.refresh();
    }, periodMs);
    response.on('close', () => clearTimeout(timer));
  };
}

/** One picture an answer, the next of `pictures` each time. */
export function snapshots(pictures: readonly Uint8Array[]): Answer {
  let index = 0;
  return (_request, response) => {
    const picture = pictures[index % pictures.length] ?? new Uint8Array();
    index += 1;
    response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': picture.length });
    response.end(picture);
  };
}

/** A file as publishers serve it. */
export function download(file: Uint8Array): Answer {
  return (_request, response) =>
    response.writeHead(200, { 'content-length': file.length }).end(file);
}

export function page(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Log in</html>');
}

/** Takes the request and never answers. */
export function silence(): void {
  // The request stays open until the client gives up.
}

/** Asks for a basic login first. */
export function withBasic(login: string, answer: Answer): Answer {
  const expected = `Basic ${Buffer.from(login).toString('base64')}`;
  return (request, response) => {
    if (request.headers.authorization === expected) return answer(request, response);
    response.writeHead(401, { 'www-authenticate': 'Basic realm="camera"' }).end();
  };
}

/** Asks for the digest login `viewer:p@ss` first, SHA-256 beside MD5, a nonce good for `uses` requests. */
export function withDigest(answer: Answer, uses = Number.POSITIVE_INFINITY): Answer {
  const [user, password] = ['viewer', 'p@ss'];
  let nonce = '';
  let left = 0;
  const renew = () => {
    nonce = randomBytes(8).toString('hex');
    left = uses;
  };
  renew();
  return (request, response) => {
    const given = new Map(
      [...(request.headers.authorization ?? '').matchAll(/(\w+)=(?:"([^"]*)"|([^,\s]+))/g)].map(
        ([, name = '', quoted, bare]) => [name, quoted ?? bare ?? ''],
      ),
    );
    const hash = (text: string) => createHash('sha256').update(text).digest('hex');
    const secret = hash(`${user}:camera, "hall":${password}`);
    const target = hash(`GET:${request.url}`);
    const counted = `${given.get('nc')}:${given.get('cnonce')}:auth`;
    const isRight =
      given.get('response') === hash(`${secret}:${given.get('nonce')}:${counted}:${target}`);
    if (isRight && given.get('nonce') === nonce && left > 0) {
      left -= 1;
      return answer(request, response);
    }
    const isStale = isRight ? ', stale=true' : '';
    renew();
    const rest = `realm="camera, \\"hall\\"", nonce="${nonce}", qop="auth,auth-int"${isStale}`;
    const digests = `Digest ${rest}, algorithm=MD5, Digest ${rest}, algorithm=SHA-256`;
    response.writeHead(401, { 'www-authenticate': ['Basic realm="camera"', digests] }).end();
  };
}
