/**
 * The `detr` detector: people by a detection transformer, D-FINE, DEIM, RT-DETR or RF-DETR. Which of them it is, and in
 * which form its file was exported, is read from the file. One box a query, so that nothing is merged.
 *
 *   raw outputs          boxes 1 × queries × 4: cx, cy, w, h in shares of the input; logits 1 × queries × classes, score = sigmoid
 *   the deploy form      inputs images and orig_target_sizes → labels 1 × N, boxes 1 × N × 4 in px, scores 1 × N
 *
 * Source: Zhao et al., DETRs Beat YOLOs on Real-time Object Detection (arXiv 2304.08069), and the post-processing of
 * D-FINE (`src/zoo/dfine/postprocessor.py`). That takes the 300 highest scores of all classes; the queries are as many, so
 * that a person above any threshold of use is among them.
 */

import { Type } from 'typebox';
import type { Detection } from '../detector.ts';
import { hasOutputs, MAX_ROWS, type Outputs, readFinished, sigmoid } from '../onnx/cells.ts';
import { addPerson } from '../onnx/merge.ts';
import { type Head, peopleDetector } from '../onnx/people-detector.ts';
import { MODEL_INPUT_OPTION, peopleOptions, shapeMismatch } from '../onnx/people-options.ts';
import type { OpenedModel } from '../onnx/session.ts';
import type { Size } from '../picture.ts';

/**
 * How each project makes its picture, and where a person is among its classes.
 * D-FINE, DEIM and RT-DETR: `T.Resize((640, 640)), T.ToTensor()` of `tools/inference/onnx_inf.py`: stretched, 0..1, 80
 * classes of COCO. RF-DETR: stretched, mean and deviation of ImageNet, COCO's own numbers up to 90, in which a person is 1
 * (https://rfdetr.roboflow.com/latest/exports/onnx/).
 */
const FAMILIES = {
  dfine: { std: [255, 255, 255], mean: [0, 0, 0], person: 0 },
  rfdetr: { mean: [123.675, 116.28, 103.53], std: [58.395, 57.12, 57.375], person: 1 },
} as const;

/** Classes of COCO by their own numbers, 0 to 90: how RF-DETR's weights are told from those with 80. */
const COCO_NUMBERS = 91;

const { model, score_threshold } = peopleOptions({
  model: 'dfine-n',
  scoreThreshold: 0.4,
}).properties;

/** Chosen here, between the 0.3 and 0.6 that demos of these models draw; no weights have been here to choose one by the error of the count. */
const options = Type.Object(
  {
    model,
    score_threshold,
    input: MODEL_INPUT_OPTION,
    family: Type.Union([Type.Literal('auto'), Type.Literal('dfine'), Type.Literal('rfdetr')], {
      default: 'auto',
      description:
        'Whose picture the model was trained on, dfine also for RT-DETR; auto reads it from the file.',
    }),
  },
  { additionalProperties: false },
);

export const detr = peopleDetector({
  name: 'detr',
  summary: 'People by a D-FINE, DEIM, RT-DETR or RF-DETR model (ONNX, raw outputs or deploy form).',
  options,
  maxDetections: MAX_ROWS,
  head: (model, chosen) => {
    // The file has made scores of its logits, and boxes in px of the size that its second input says: that of the picture.
    const isDeployed =
      hasOutputs(model, 'boxes', 'labels', 'scores') && model.session.inputs.length === 2;
    const raw = isDeployed ? null : rawOutputs(model);
    const found = raw?.classes === COCO_NUMBERS ? 'rfdetr' : 'dfine';
    const { person, mean, std } = FAMILIES[chosen.family === 'auto' ? found : chosen.family];
    const wanted = { person, scoreThreshold: chosen.score_threshold };
    const read: Head['read'] =
      raw === null
        ? ({ labels = NONE, boxes = NONE, scores = NONE }, into) =>
            readFinished(labels, boxes, (row) => scores[row], wanted, into)
        : (outputs, into) => readRaw(outputs, raw, model.size, wanted, into);
    return { picture: { colour: 'rgb', mean, std, fit: 'stretch' }, read };
  },
});

const NONE = new Float32Array(0);

function readRaw(
  outputs: Outputs,
  raw: ReturnType<typeof rawOutputs>,
  size: Size,
  { person, scoreThreshold }: { readonly person: number; readonly scoreThreshold: number },
  into: Detection[],
): void {
  const { [raw.boxes]: boxes = NONE, [raw.logits]: logits = NONE } = outputs;
  const least = Math.log(scoreThreshold / (1 - scoreThreshold));
  // A model of people alone has them at the first place, anyone who trained it.
  const column = raw.classes > person ? person : 0;
  for (let query = 0; query < raw.queries; query += 1) {
    const logit = logits[query * raw.classes + column] ?? Number.NEGATIVE_INFINITY;
    if (!(logit >= least)) continue;
    const [cx = 0, cy = 0, width = 0, height = 0] = boxes.subarray(query * 4, query * 4 + 4);
    addPerson(
      into,
      sigmoid(logit),
      (cx - width / 2) * size.width,
      (cy - height / 2) * size.height,
      (cx + width / 2) * size.width,
      (cy + height / 2) * size.height,
    );
  }
}

/** By their names: with four classes both tables have the same shape. */
function rawOutputs(model: OpenedModel) {
  const tableOf = (name: RegExp) => {
    const output = model.outputs.find(
      (one) => name.test(one.name) && one.type === 'float32' && one.shape.length === 3,
    );
    const [, rows = 0, length = 0] = output?.shape.map(Number) ?? [];
    return { name: output?.name ?? '', rows, length };
  };
  const [boxes, logits] = [tableOf(/box|dets/), tableOf(/logits|labels/)];
  const { rows: queries, length: classes } = logits;
  const isCount = (value: number, most: number) => value >= 1 && value <= most;
  const fits = model.outputs.length === 2 && boxes.length === 4 && boxes.rows === queries;
  if (fits && isCount(queries, MAX_ROWS) && isCount(classes, 1000)) {
    return { boxes: boxes.name, logits: logits.name, queries, classes };
  }
  throw shapeMismatch(
    model,
    'two outputs float32: 1xNx4 named boxes or dets and 1xNx80 named logits or labels; or the deploy form: labels 1xN, boxes 1xNx4 and scores 1xN from inputs images and orig_target_sizes',
  );
}
