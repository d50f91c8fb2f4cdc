/**
 * One request and its answer, as uWebSockets.js has them. A request object is valid only inside its handler, so all of it is
 * copied at once.
 *
 * The native parser by itself refuses: heads of more than 48 headers, heads over 4 KB in several TCP segments, unknown
 * methods, HTTP/1.0 and absolute-form targets.
 */

import type { HttpRequest, HttpResponse } from '@trufflesuite/uws-js-unofficial';
import { type BodySink, collectBody } from '../../body.ts';
import type { Exchange, WireAnswer, WireHead, WireStream } from '../../exchange.ts';
import { isToEnd, ReceivedHeaders } from '../../headers.ts';
import { headBytes } from '../../reply/head.ts';
import { addressText } from '../../request/peer-address.ts';
import { closeWith, endAfterRead } from './end.ts';
import { UwsStream } from './stream.ts';

/** Headers of the request that is being copied; one function for all requests costs less than one for each. */
let collected = new ReceivedHeaders();
const collect = (name: string, value: string): void => collected.add(name, value);

/** One function for all answers: a closure for each would cost what it saves. */
const ignoreAbort = (): void => undefined;

/**
 * Most exchanges are over before their handler returns: inside it the server has corked the response itself. What an answer
 * that comes later needs is made on leaving.
 */
export class UwsExchange implements Exchange {
  readonly method: string;
  readonly path: string;
  readonly rawQuery: string | null;
  readonly headers: ReadonlyMap<string, string>;
  /** Whether the connection ends with this request. */
  readonly isToEnd: boolean;
  readonly #response: HttpResponse;
  readonly #closer: HttpResponse | null;
  /** The parser takes the bytes behind a chunk for what they are not: an inner request would be executed. */
  readonly readsChunks = false;
  #abortListeners: (() => void)[] | null = null;
  #isInHandler = true;
  #hasAbortHandler = false;
  /** Answered, or gone. */
  #isOver = false;
  #isAborted = false;
  #knownIp: string | null = null;

  /** @param closer Another response of the same request, where the connection ends with it. */
  constructor(
    response: HttpResponse,
    request: HttpRequest,
    method: string,
    closer: HttpResponse | null,
  ) {
    this.#response = response;
    this.#closer = closer;
    this.method = method;
    this.path = request.getUrl();
    // Undefined where the target has no `?`, against the typings.
    this.rawQuery = (request.getQuery() as string | undefined) ?? null;
    collected = new ReceivedHeaders();
    request.forEach(collect);
    this.headers = collected;
    this.isToEnd = isToEnd(collected);
  }

  /** The handler returns; whoever is not answered yet may go away from now on. */
  leaveHandler(): void {
    this.#isInHandler = false;
    if (this.#isOver) return;
    this.#knownIp = this.ip;
    this.#listenForAbort();
  }

  #listenForAbort(): void {
    if (this.#hasAbortHandler) return;
    this.#hasAbortHandler = true;
    this.#response.onAborted(() => this.#abort());
  }

  get ip(): string {
    if (this.#knownIp === null && !this.#isOver) {
      this.#knownIp = addressText(this.#response.getRemoteAddress());
    }
    return this.#knownIp ?? '';
  }

  get isGone(): boolean {
    return this.#isOver;
  }

  onAborted(listener: () => void): void {
    this.#abortListeners ??= [];
    this.#abortListeners.push(listener);
  }

  readBody(sink: BodySink): Promise<Buffer | null> {
    return collectBody(sink, (take) =>
      this.#response.onData((chunk, isLast) => take(new Uint8Array(chunk), isLast)),
    );
  }

  respond(answer: WireAnswer): void {
    if (this.#isOver) {
      return;
    }
    this.#isOver = true;
    if (answer.isLast || this.isToEnd) this.#respondLast(answer);
    else if (this.#isInHandler) this.#write(answer);
    else this.#response.cork(() => this.#write(answer));
  }

  #respondLast(answer: WireAnswer): void {
    this.#listenForAbort();
    this.#abortListeners = null;
    const response = this.#response;
    if (answer.isLast && answer.body !== null && !answer.isBodyHidden) {
      closeWith(response, answer, answer.body);
    } else {
      endAfterRead({ response, closer: this.#closer, isAborted: () => this.#isAborted }, answer);
    }
  }

  startStream(head: WireHead): WireStream {
    if (!this.#isOver) this.#listenForAbort();
    const stream = new UwsStream(this.#response, head, {
      isOver: () => this.#isOver,
      isAborted: () => this.#isAborted,
      closer: this.#closer,
      isToEnd: this.isToEnd,
      end: () => {
        this.#isOver = true;
      },
    });
    this.onAborted(() => stream.stop());
    return stream;
  }

  #write(answer: WireAnswer): void {
    const response = this.#response;
    const { body, isBodyHidden } = answer;
    // A reset that lands while the answer is sent leaves it unfinished. The server ends the process where the handler of an
    // unfinished answer returns and no one listens for aborts. It may happen to any answer: the small ones of a pipeline
    // share a buffer, which is sent when it is full.
    if (!this.#hasAbortHandler) response.onAborted(ignoreAbort);
    response.writeStatus(headBytes(answer));
    if (body !== null && !isBodyHidden) {
      response.end(body);
      return;
    }
    // With a length given to endWithoutBody the answer counts as unfinished: the next request on the connection is
    // never answered. With a header of our own and no argument (not even undefined) it is finished.
    if (body !== null) {
      response.writeHeader('Content-Length', String(body.length));
    }
    response.endWithoutBody();
  }

  #abort(): void {
    this.#isOver = true;
    this.#isAborted = true;
    const listeners = this.#abortListeners ?? [];
    this.#abortListeners = null;
    for (const listener of listeners) listener();
  }
}
