/**
 * The models that can be installed by name, with where they come from and under which licence.
 *
 * Every address is the one the project itself publishes. A checksum stands here only for a published file that has
 * been seen while this list was made; none has been yet, because it was made without the internet, so each row says
 * `unverified`. Models under the AGPL are not listed.
 */

/** One model. */
export interface ModelEntry {
  /** Name for `turnout model install` and the option `model`. */
  readonly name: string;
  /** The shipped detector that reads it. */
  readonly detector: string;
  /** Size of its picture, px. */
  readonly input: { readonly width: number; readonly height: number };
  /** Official address of the ONNX file; null where the project publishes none, so it comes with `--from` only. */
  readonly address: string | null;
  /** Length of the published file, bytes; null where it has not been seen here. */
  readonly sizeBytes: number | null;
  /** SHA-256 of the published file, lower-case hex; null where it has not been seen here. */
  readonly sha256: string | null;
  /** SHA-256 of the copy that Turnout is tested with: the same model, not known to be the published file. */
  readonly testedSha256: string | null;
  /** Average precision on COCO val2017 (0.50:0.95, %) that the project publishes; null where it has not been looked up. */
  readonly cocoAp: number | null;
  /** SPDX name of the licence that the project gives. */
  readonly licence: string;
  /** Page of the project. */
  readonly source: string;
  /** The one to take when in doubt; one a detector. */
  readonly isRecommended: boolean;
}

/** A row of the list as its family makes it: what is left out of `more` is not known, or not published. */
function family(detector: string, source: string, files: string | null = null) {
  return (
    name: string,
    side: number,
    cocoAp: number | null,
    { file, ...more }: Partial<ModelEntry> & { readonly file?: string } = {},
  ): ModelEntry => ({
    name,
    detector,
    input: { width: side, height: side },
    address: file === undefined || files === null ? null : `${files}/${file}`,
    sizeBytes: null,
    sha256: null,
    testedSha256: null,
    cocoAp,
    licence: 'Apache-2.0',
    source,
    isRecommended: false,
    ...more,
  });
}

/** Release 0.1.1rc0: the ONNX files of its demo. */
const yolox = family(
  'yolox',
  'https://github.com/Megvii-BaseDetection/YOLOX',
  'https://github.com/Megvii-BaseDetection/YOLOX/releases/download/0.1.1rc0',
);
/** configs/picodet/legacy_model/README.md, column ONNX: exported without post-processing. */
const picodet = family(
  'gfl',
  'https://github.com/PaddlePaddle/PaddleDetection/tree/release/2.6/configs/picodet',
  'https://paddledet.bj.bcebos.com/deploy/third_engine',
);
const nanodet = family(
  'gfl',
  'https://github.com/RangiLyu/nanodet',
  'https://github.com/RangiLyu/nanodet/releases/download/v1.0.0-alpha-1',
);
// Published as weights of PyTorch: the ONNX file is exported by anyone who wants it, with `--from`.
const dfine = family('detr', 'https://github.com/Peterande/D-FINE');
/** Atto to N look at their picture as D-FINE does; from S on they want mean and deviation of ImageNet, which `detr` does not give. */
const deimv2 = family('detr', 'https://github.com/Intellindust-AI-Lab/DEIMv2');
const rfdetr = family('detr', 'https://github.com/roboflow/rf-detr');
const rtmdet = family(
  'rtmdet',
  'https://github.com/open-mmlab/mmdetection/tree/main/configs/rtmdet',
);

export const MODELS: readonly ModelEntry[] = [
  yolox('yolox-nano', 416, 25.8, {
    file: 'yolox_nano.onnx',
    testedSha256: '695e750a5d5754bb5a8d5325643b59282191a7e7a564e435a415fd3c578eab14',
    isRecommended: true,
  }),
  yolox('yolox-tiny', 416, 32.8, { file: 'yolox_tiny.onnx' }),
  yolox('yolox-s', 640, 40.5, { file: 'yolox_s.onnx' }),
  yolox('yolox-m', 640, 46.9, { file: 'yolox_m.onnx' }),
  picodet('picodet-s-416', 416, null, {
    file: 'picodet_s_416_coco.onnx',
    testedSha256: 'cdab77bdde16e4f76bec734c4e5791801d1739e4c7ec1995e0e110e04300d0c2',
    isRecommended: true,
  }),
  picodet('picodet-m-416', 416, null, { file: 'picodet_m_416_coco.onnx' }),
  picodet('picodet-l-640', 640, null, { file: 'picodet_l_640_coco.onnx' }),
  nanodet('nanodet-plus-m-416', 416, 30.4, { file: 'nanodet-plus-m_416.onnx' }),
  nanodet('nanodet-plus-m-1.5x-416', 416, 34.1, { file: 'nanodet-plus-m-1.5x_416.onnx' }),
  nanodet('nanodet-m-416', 416, 23.5, {
    testedSha256: '08b62b9ee4a7878e7a64d6ef4faf3074322c033a0252c83a20f41b86c76e8146',
  }),
  dfine('dfine-n', 640, 42.8),
  dfine('dfine-s', 640, 48.5),
  deimv2('deimv2-femto', 416, 31, {
    testedSha256: 'c6ad358f750132b891165e034c2ba507abefc5ebe1c1d2732a0acbcacc47e52c',
  }),
  deimv2('deimv2-pico', 640, 38.5),
  deimv2('deimv2-n', 640, 43),
  rfdetr('rf-detr-n', 384, 48.4),
  rfdetr('rf-detr-s', 512, 53),
  // People alone, by COCO and Objects365; OpenMMLab has the file of MMDeploy in an archive. Trained at 320x320, its sides
  // are open, and it counts better at 640x640 (`test/detectors/real-models.test.ts`).
  rtmdet('rtmdet-nano-person', 640, null, {
    source: 'https://github.com/open-mmlab/mmpose/tree/main/projects/rtmpose',
    testedSha256: '4720eda18a18402e7b76d85827d4bc60fba18111fc0b74b559e4d24da9ddc3d2',
  }),
  rtmdet('rtmdet-tiny', 640, 41.1),
  rtmdet('rtmdet-s', 640, 44.6),
];

/** How far a file's checksum speaks for it: the published one, the tested copy, or nothing known. */
export type Checksum = 'published' | 'tested' | 'unverified';

/** What the SHA-256 of a file says about it as this model. */
export function checksumOf(entry: ModelEntry, sha256: string): Checksum {
  if (sha256 === entry.sha256) return 'published';
  return sha256 === entry.testedSha256 ? 'tested' : 'unverified';
}
