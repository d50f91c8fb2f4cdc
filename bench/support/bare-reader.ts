/** Reads a stream and nothing else: libav's own calls into one packet that is used again. What a camera is measured against. */

import assert from 'node:assert/strict';
import { Dictionary, FormatContext, Packet } from 'node-av/lib';

export class BareReader {
  readonly #context = new FormatContext();
  readonly #packet = new Packet();
  #reading: Promise<void> = Promise.resolve();
  #isOver = false;
  packets = 0;

  constructor() {
    this.#context.allocContext();
    this.#packet.alloc();
  }

  /** Opens the stream with the settings of the RTSP source and begins to read. */
  async start(url: string): Promise<void> {
    const options = Dictionary.fromObject({ rtsp_transport: 'tcp', allowed_media_types: 'video' });
    const opened = await this.#context.openInput(url, null, options);
    options.free();
    assert.ok(opened >= 0, `the stream opens (${opened})`);
    this.#reading = this.#read();
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    this.#context.interrupt();
    await this.#reading;
    await this.#context.closeInput();
    this.#packet.free();
  }

  async #read(): Promise<void> {
    while (!this.#isOver && (await this.#context.readFrame(this.#packet)) >= 0) {
      this.#packet.unref();
      this.packets += 1;
    }
  }
}
