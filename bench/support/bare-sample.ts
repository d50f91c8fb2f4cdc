/**
 * The parts of a sample without anything of ours around them: libav decodes and scales a keyframe, onnxruntime runs
 * the model on a tensor that is ready. What the pipeline is measured against.
 */

import assert from 'node:assert/strict';
import { AV_CODEC_ID_H264, AV_PIX_FMT_RGB24, SWS_BILINEAR } from 'node-av/constants';
import { Codec, CodecContext, Frame, Packet, SoftwareScaleContext } from 'node-av/lib';
import ort, { type InferenceSession, type Tensor } from 'onnxruntime-node';

/** Decodes H.264 keyframes of one size with one thread and scales them to packed RGB. */
export class BareDecoder {
  readonly #context = new CodecContext();
  readonly #packet = new Packet();
  readonly #decoded = new Frame();
  readonly #scaled = new Frame();
  #scaler: SoftwareScaleContext | null = null;

  constructor(width: number, height: number) {
    const codec = Codec.findDecoder(AV_CODEC_ID_H264);
    this.#context.allocContext3(codec);
    this.#context.threadCount = 1;
    assert.ok(this.#context.open2Sync(codec, null) >= 0, 'the decoder opens');
    this.#packet.alloc();
    this.#decoded.alloc();
    this.#scaled.alloc();
    this.#scaled.width = width;
    this.#scaled.height = height;
    this.#scaled.format = AV_PIX_FMT_RGB24;
    this.#scaled.getBuffer(1);
  }

  /** The picture stays inside until the next call. */
  decode(data: Uint8Array<ArrayBuffer>): void {
    this.#decoded.unref();
    this.#packet.data = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
    this.#context.sendPacketSync(this.#packet);
    this.#context.sendPacketSync(null);
    const received = this.#context.receiveFrameSync(this.#decoded);
    assert.ok(received >= 0, `the keyframe decodes (${received})`);
    this.#context.flushBuffers();
  }

  /** Scales the last picture. */
  scale(): Buffer {
    this.#scaler ??= this.#openScaler();
    this.#scaler.scaleFrameSync(this.#scaled, this.#decoded);
    return this.#scaled.toBuffer();
  }

  #openScaler(): SoftwareScaleContext {
    const [from, to] = [this.#decoded, this.#scaled];
    const scaler = new SoftwareScaleContext();
    type PixelFormat = Parameters<SoftwareScaleContext['getContext']>[2];
    scaler.getContext(
      from.width,
      from.height,
      from.format as PixelFormat,
      to.width,
      to.height,
      AV_PIX_FMT_RGB24,
      SWS_BILINEAR,
    );
    return scaler;
  }
}

/** The model's own `run`: one thread, the processor alone. */
export class BareModel {
  readonly #session: InferenceSession;
  readonly #inputName: string;

  private constructor(session: InferenceSession) {
    this.#session = session;
    this.#inputName = session.inputNames[0] ?? '';
  }

  /** Loads a model file, with the settings of `detectors/onnx`, but by none of its code. */
  static async open(path: string): Promise<BareModel> {
    const session = await ort.InferenceSession.create(path, {
      executionProviders: ['cpu'],
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
      executionMode: 'sequential',
      graphOptimizationLevel: 'all',
      logSeverityLevel: 3,
    });
    return new BareModel(session);
  }

  async run(tensor: Tensor): Promise<void> {
    await this.#session.run({ [this.#inputName]: tensor });
  }
}
