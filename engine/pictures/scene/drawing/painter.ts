/** One scene's painter: backdrop, sun, shadows, mirror, people and equipment, lamps, grain. Any instant, no history. */

import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { LEVELS } from '../level.ts';
import { ROOM_PLANS, wallCorners } from '../rooms.ts';
import type { SceneSpec } from '../spec.ts';
import { type Instant, Stage } from '../stage.ts';
import { paintBackdrop } from './backdrop.ts';
import { drawShape, fillOutline, traceOutline } from './brush.ts';
import { figureShapes } from './figure.ts';
import { addGrain } from './grain.ts';
import type { Vec3 } from './lens.ts';
import { type Light, lightAt } from './light.ts';

/** Shadows are painted this much smaller and scaled up: that blurs them. */
const SHADOW_SHRINK = 4;

/** Keeps a canvas of the picture's size; not to be used by two at once. */
export class ScenePainter {
  readonly #stage: Stage;
  readonly #backdrop: Canvas;
  readonly #canvas: Canvas;
  readonly #shadows: Canvas;

  constructor(spec: SceneSpec) {
    const { width, height } = spec.size;
    this.#stage = new Stage(spec);
    this.#backdrop = paintBackdrop(this.#stage);
    this.#canvas = createCanvas(width, height);
    this.#shadows = createCanvas(
      Math.ceil(width / SHADOW_SHRINK),
      Math.ceil(height / SHADOW_SHRINK),
    );
  }

  /** RGBA pixels of the instant, row by row; the caller's own. */
  pixelsAt(tMs: number): Uint8ClampedArray {
    return this.#paint(tMs).getImageData(0, 0, this.#canvas.width, this.#canvas.height).data;
  }

  /** The instant as a JPEG of the quality of the scene's difficulty; fills its own ArrayBuffer. */
  jpegAt(tMs: number): Uint8Array<ArrayBuffer> {
    this.#paint(tMs);
    const jpeg = this.#canvas.encodeSync('jpeg', LEVELS[this.#stage.spec.difficulty].quality);
    return new Uint8Array(jpeg);
  }

  #paint(tMs: number): SKRSContext2D {
    const { spec } = this.#stage;
    const pen = this.#canvas.getContext('2d');
    const instant = this.#stage.at(tMs);
    const light = lightAt(spec, tMs);
    pen.globalCompositeOperation = 'source-over';
    pen.drawImage(this.#backdrop, 0, 0);
    if (light.sun > 0.01) this.#paintSun(pen, light);
    if (LEVELS[spec.difficulty].isMirrorClear) this.#paintMirror(pen, instant);
    this.#paintShadows(pen, instant);
    for (const thing of instant.things) {
      pen.save();
      if (thing.frame !== null) {
        traceOutline(pen, thing.frame);
        pen.clip();
      }
      for (const shape of thing.shapes) drawShape(pen, shape);
      pen.restore();
    }
    this.#paintLamps(pen, light);
    const picture = pen.getImageData(0, 0, this.#canvas.width, this.#canvas.height);
    addGrain(picture.data, spec, tMs, light.gain);
    pen.putImageData(picture, 0, 0);
    return pen;
  }

  #paintSun(pen: SKRSContext2D, light: Light): void {
    const [x, y] = ROOM_PLANS[this.#stage.spec.room].sunAt;
    const corner = (dx: number, dy: number): Vec3 => [
      x + dx + dy * 0.4,
      y + dy + light.sunShiftM,
      0,
    ];
    pen.globalCompositeOperation = 'screen';
    for (const side of [-0.62, 0.62]) {
      const pane = [
        corner(side - 0.5, -0.8),
        corner(side + 0.5, -0.8),
        corner(side + 0.5, 0.8),
        corner(side - 0.5, 0.8),
      ];
      fillOutline(pen, this.#stage.lens.outline(pane), `rgba(255,236,190,${light.sun})`);
    }
    pen.globalCompositeOperation = 'source-over';
  }

  #paintMirror(pen: SKRSContext2D, { people }: Instant): void {
    const plan = ROOM_PLANS[this.#stage.spec.room];
    if (plan.mirror === null) return;
    pen.save();
    traceOutline(pen, this.#stage.lens.outline(wallCorners(plan.mirror, plan)));
    pen.clip();
    pen.globalAlpha = 0.7;
    const depth = plan.size[1];
    const inside = people.filter((person) => person.y < depth);
    for (const person of inside.sort((one, other) => one.y - other.y)) {
      for (const shape of figureShapes(person, this.#stage.lens, depth)) drawShape(pen, shape);
    }
    pen.restore();
  }

  /** Soft shadows below everybody, from lamps above: each joint over the floor darkens the floor under it. */
  #paintShadows(pen: SKRSContext2D, { people }: Instant): void {
    const { width, height } = this.#shadows;
    const soft = this.#shadows.getContext('2d');
    soft.clearRect(0, 0, width, height);
    soft.fillStyle = 'rgba(0,0,0,0.16)';
    for (const person of people) {
      if (person.isBehindDoor) continue;
      const { hips, shoulders, knees, ankles } = person.pose;
      for (const [right, forward] of [...hips, ...shoulders, ...knees, ...ankles]) {
        const x = person.x + right * Math.cos(person.yaw) + forward * Math.sin(person.yaw);
        const y = person.y + forward * Math.cos(person.yaw) - right * Math.sin(person.yaw);
        const at = this.#stage.lens.project([x + 0.08, y + 0.05, 0]);
        const beside = this.#stage.lens.project([x + 0.08, y + 0.33, 0]);
        const across = (0.24 * at.scale) / SHADOW_SHRINK;
        const along = Math.max(0.6, Math.abs(at.y - beside.y) / SHADOW_SHRINK);
        soft.beginPath();
        soft.ellipse(at.x / SHADOW_SHRINK, at.y / SHADOW_SHRINK, across, along, 0, 0, 2 * Math.PI);
        soft.fill();
      }
    }
    pen.drawImage(this.#shadows, 0, 0, width * SHADOW_SHRINK, height * SHADOW_SHRINK);
  }

  /** Rows of lamps that are off: that side gets darker. */
  #paintLamps(pen: SKRSContext2D, { left, right }: Light): void {
    if (left === 1 && right === 1) return;
    const { width, height } = this.#canvas;
    const grey = (light: number) =>
      `rgb(${[light, light, light].map((part) => Math.round(part * 255)).join(',')})`;
    const fall = pen.createLinearGradient(0, 0, width, 0);
    fall.addColorStop(0.15, grey(left));
    fall.addColorStop(0.85, grey(right));
    pen.globalCompositeOperation = 'multiply';
    pen.fillStyle = fall;
    pen.fillRect(0, 0, width, height);
    pen.globalCompositeOperation = 'source-over';
  }
}
