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

/** https://github.com/Megvii-BaseDetection/YOLOX, release 0.1.1rc0: the ONNX files of its demo. */
const YOLOX = {
  detector: 'yolox',
  cocoAp: null,
  sizeBytes: null,
  sha256: null,
  testedSha256: null,
  licence: 'Apache-2.0',
  source: 'https://github.com/Megvii-BaseDetection/YOLOX',
  isRecommended: false,
} as const;
const YOLOX_RELEASE = 'https://github.com/Megvii-BaseDetection/YOLOX/releases/download/0.1.1rc0';

/** PaddleDetection, configs/picodet/legacy_model/README.md, column ONNX: exported without post-processing. */
const PICODET = {
  detector: 'gfl',
  cocoAp: null,
  sizeBytes: null,
  sha256: null,
  testedSha256: null,
  licence: 'Apache-2.0',
  source: 'https://github.com/PaddlePaddle/PaddleDetection/tree/release/2.6/configs/picodet',
  isRecommended: false,
} as const;
const PICODET_FILES = 'https://paddledet.bj.bcebos.com/deploy/third_engine';

const NANODET = {
  ...PICODET,
  source: 'https://github.com/RangiLyu/nanodet',
} as const;

/** Published as weights of PyTorch: the ONNX file is exported by anyone who wants it, with `--from`. */
const EXPORTED = {
  address: null,
  sizeBytes: null,
  sha256: null,
  testedSha256: null,
  licence: 'Apache-2.0',
  isRecommended: false,
} as const;
const DFINE = { ...EXPORTED, detector: 'detr', source: 'https://github.com/Peterande/D-FINE' };
/** Atto to N look at their picture as D-FINE does; from S on they want mean and deviation of ImageNet, which `detr` does not give. */
const DEIMV2 = {
  ...EXPORTED,
  detector: 'detr',
  source: 'https://github.com/Intellindust-AI-Lab/DEIMv2',
};
const RFDETR = { ...EXPORTED, detector: 'detr', source: 'https://github.com/roboflow/rf-detr' };
const RTMDET = {
  ...EXPORTED,
  detector: 'rtmdet',
  source: 'https://github.com/open-mmlab/mmdetection/tree/main/configs/rtmdet',
};

const S416 = { width: 416, height: 416 } as const;
const S640 = { width: 640, height: 640 } as const;

export const MODELS: readonly ModelEntry[] = [
  {
    ...YOLOX,
    name: 'yolox-nano',
    input: S416,
    cocoAp: 25.8,
    address: `${YOLOX_RELEASE}/yolox_nano.onnx`,
    testedSha256: '695e750a5d5754bb5a8d5325643b59282191a7e7a564e435a415fd3c578eab14',
    isRecommended: true,
  },
  {
    ...YOLOX,
    name: 'yolox-tiny',
    input: S416,
    cocoAp: 32.8,
    address: `${YOLOX_RELEASE}/yolox_tiny.onnx`,
  },
  {
    ...YOLOX,
    name: 'yolox-s',
    input: S640,
    cocoAp: 40.5,
    address: `${YOLOX_RELEASE}/yolox_s.onnx`,
  },
  {
    ...YOLOX,
    name: 'yolox-m',
    input: S640,
    cocoAp: 46.9,
    address: `${YOLOX_RELEASE}/yolox_m.onnx`,
  },
  {
    ...PICODET,
    name: 'picodet-s-416',
    input: S416,
    address: `${PICODET_FILES}/picodet_s_416_coco.onnx`,
    testedSha256: 'cdab77bdde16e4f76bec734c4e5791801d1739e4c7ec1995e0e110e04300d0c2',
    isRecommended: true,
  },
  {
    ...PICODET,
    name: 'picodet-m-416',
    input: S416,
    address: `${PICODET_FILES}/picodet_m_416_coco.onnx`,
  },
  {
    ...PICODET,
    name: 'picodet-l-640',
    input: S640,
    address: `${PICODET_FILES}/picodet_l_640_coco.onnx`,
  },
  {
    ...NANODET,
    name: 'nanodet-plus-m-416',
    input: S416,
    cocoAp: 30.4,
    address:
      'https://github.com/RangiLyu/nanodet/releases/download/v1.0.0-alpha-1/nanodet-plus-m_416.onnx',
  },
  {
    ...NANODET,
    name: 'nanodet-plus-m-1.5x-416',
    input: S416,
    cocoAp: 34.1,
    address:
      'https://github.com/RangiLyu/nanodet/releases/download/v1.0.0-alpha-1/nanodet-plus-m-1.5x_416.onnx',
  },
  {
    ...NANODET,
    name: 'nanodet-m-416',
    input: S416,
    cocoAp: 23.5,
    address: null,
    testedSha256: '08b62b9ee4a7878e7a64d6ef4faf3074322c033a0252c83a20f41b86c76e8146',
  },
  { ...DFINE, name: 'dfine-n', input: S640, cocoAp: 42.8 },
  { ...DFINE, name: 'dfine-s', input: S640, cocoAp: 48.5 },
  {
    ...DEIMV2,
    name: 'deimv2-femto',
    input: S416,
    cocoAp: 31,
    testedSha256: 'c6ad358f750132b891165e034c2ba507abefc5ebe1c1d2732a0acbcacc47e52c',
  },
  { ...DEIMV2, name: 'deimv2-pico', input: S640, cocoAp: 38.5 },
  { ...DEIMV2, name: 'deimv2-n', input: S640, cocoAp: 43 },
  { ...RFDETR, name: 'rf-detr-n', input: { width: 384, height: 384 }, cocoAp: 48.4 },
  { ...RFDETR, name: 'rf-detr-s', input: { width: 512, height: 512 }, cocoAp: 53 },
  {
    // People alone, by COCO and Objects365; OpenMMLab has the file of MMDeploy in an archive. Trained at 320x320, its sides
    // are open, and it counts better at 640x640 (`test/detectors/real-models.test.ts`).
    ...RTMDET,
    name: 'rtmdet-nano-person',
    input: S640,
    cocoAp: null,
    source: 'https://github.com/open-mmlab/mmpose/tree/main/projects/rtmpose',
    testedSha256: '4720eda18a18402e7b76d85827d4bc60fba18111fc0b74b559e4d24da9ddc3d2',
  },
  { ...RTMDET, name: 'rtmdet-tiny', input: S640, cocoAp: 41.1 },
  { ...RTMDET, name: 'rtmdet-s', input: S640, cocoAp: 44.6 },
];

/** How far a file's checksum speaks for it: the published one, the tested copy, or nothing known. */
export type Checksum = 'published' | 'tested' | 'unverified';

/** What the SHA-256 of a file says about it as this model. */
export function checksumOf(entry: ModelEntry, sha256: string): Checksum {
  if (sha256 === entry.sha256) return 'published';
  return sha256 === entry.testedSha256 ? 'tested' : 'unverified';
}
