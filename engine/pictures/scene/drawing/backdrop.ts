/** The empty room: floor, walls, door, mirror, windows, mats and the light that never changes. Painted once a scene. */

import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { between, chance } from '../random.ts';
import { ROOM_PLANS, type RoomPlan, type WallPart, wallCorners } from '../rooms.ts';
import type { SceneSpec } from '../spec.ts';
import type { Stage } from '../stage.ts';
import { css, fillOutline } from './brush.ts';
import { mats } from './equipment.ts';
import type { Lens, Vec3 } from './lens.ts';

export function paintBackdrop(stage: Stage): Canvas {
  const { spec, lens } = stage;
  const plan = ROOM_PLANS[spec.room];
  const canvas = createCanvas(spec.size.width, spec.size.height);
  const pen = canvas.getContext('2d');
  pen.fillStyle = css(plan.floor);
  pen.fillRect(0, 0, spec.size.width, spec.size.height);
  if (plan.flooring === 'rubber') speckle(pen, spec);
  else seams(pen, lens, plan, spec);
  walls(pen, lens, plan);
  for (const window of plan.windows) glass(pen, lens, plan, window);
  if (plan.mirror !== null) mirror(pen, lens, plan, plan.mirror);
  door(pen, lens, plan);
  for (const mat of mats(spec, lens)) {
    fillOutline(pen, mat.corners, css(mat.colour));
    pen.strokeStyle = css(mat.colour, 0.75);
    pen.stroke();
  }
  pools(pen, lens, plan);
  return canvas;
}

function seams(pen: SKRSContext2D, lens: Lens, plan: RoomPlan, spec: SceneSpec): void {
  const [width, depth] = plan.size;
  const step = plan.flooring === 'planks' ? 0.22 : 1;
  for (let x = 0, at = 0; x < width; x += step, at += 1) {
    for (
      let y = plan.flooring === 'planks' ? -between(0, 1.6, spec.seed, at, 81) : 0;
      y < depth;
    ) {
      const length = plan.flooring === 'planks' ? 1.7 : 1;
      const tone = between(0.93, 1.05, spec.seed, at, Math.round(y * 10) + 100, 82);
      const corners: Vec3[] = [
        [x, y, 0],
        [x + step, y, 0],
        [x + step, y + length, 0],
        [x, y + length, 0],
      ];
      fillOutline(pen, lens.outline(corners), css(plan.floor, tone));
      pen.strokeStyle = css(plan.floor, 0.82, 0.5);
      pen.lineWidth = 0.6;
      pen.stroke();
      y += length;
    }
  }
}

function speckle(pen: SKRSContext2D, spec: SceneSpec): void {
  const { width, height } = spec.size;
  for (let at = 0; at < (width * height) / 60; at += 1) {
    pen.fillStyle = chance(spec.seed, at, 83) < 0.5 ? 'rgba(255,255,255,0.07)' : 'rgba(0,0,0,0.12)';
    pen.fillRect(chance(spec.seed, at, 84) * width, chance(spec.seed, at, 85) * height, 1.2, 1);
  }
}

function walls(pen: SKRSContext2D, lens: Lens, plan: RoomPlan): void {
  const [width, depth, height] = plan.size;
  const whole = (wall: WallPart['wall'], to: number): WallPart => ({
    wall,
    from: 0,
    to,
    bottom: 0,
    top: height + 3,
  });
  const parts: readonly (readonly [WallPart, number])[] = [
    [whole('left', depth), 0.86],
    [whole('right', depth), 0.93],
    [whole('back', width), 1],
  ];
  for (const [part, light] of parts) {
    fillOutline(pen, lens.outline(wallCorners(part, plan)), css(plan.wall, light));
    const skirting = { ...part, top: 0.11 };
    fillOutline(pen, lens.outline(wallCorners(skirting, plan)), css(plan.wall, light * 0.62));
    const rail = { ...part, bottom: 1.02, top: 1.07 };
    fillOutline(pen, lens.outline(wallCorners(rail, plan)), css(plan.wall, light * 0.84));
  }
  const ceiling: Vec3[] = [
    [0, 0, height],
    [width, 0, height],
    [width, depth, height],
    [0, depth, height],
  ];
  fillOutline(pen, lens.outline(ceiling), css([228, 228, 226]));
  for (const x of [width * 0.3, width * 0.7]) {
    for (let y = 2; y < depth - 1; y += 2.6) {
      const lamp: Vec3[] = [
        [x - 0.15, y, height],
        [x + 0.15, y, height],
        [x + 0.15, y + 1.3, height],
        [x - 0.15, y + 1.3, height],
      ];
      fillOutline(pen, lens.outline(lamp), '#ffffff');
    }
  }
}

function glass(pen: SKRSContext2D, lens: Lens, plan: RoomPlan, window: WallPart): void {
  fillOutline(pen, lens.outline(wallCorners(window, plan)), css(plan.wall, 1.2));
  const middle = (window.from + window.to) / 2;
  for (const [from, to] of [
    [window.from + 0.07, middle - 0.04],
    [middle + 0.04, window.to - 0.07],
  ] as const) {
    const pane = { ...window, from, to, bottom: window.bottom + 0.07, top: window.top - 0.07 };
    fillOutline(pen, lens.outline(wallCorners(pane, plan)), '#d6e6f2');
    const sill = { ...pane, top: pane.bottom + 0.35 };
    fillOutline(pen, lens.outline(wallCorners(sill, plan)), '#b9cbb4');
  }
}

function mirror(pen: SKRSContext2D, lens: Lens, plan: RoomPlan, part: WallPart): void {
  fillOutline(pen, lens.outline(wallCorners(part, plan)), css([168, 178, 184]));
  const floor = { ...part, top: part.bottom + (part.top - part.bottom) * 0.45 };
  fillOutline(pen, lens.outline(wallCorners(floor, plan)), css(plan.floor, 0.86, 0.75));
  for (let at = part.from; at <= part.to + 0.01; at += (part.to - part.from) / 3) {
    const edge = { ...part, from: at - 0.015, to: at + 0.015 };
    fillOutline(pen, lens.outline(wallCorners(edge, plan)), css([92, 98, 104]));
  }
}

function door(pen: SKRSContext2D, lens: Lens, plan: RoomPlan): void {
  const { door: part } = plan;
  const frame = { ...part, from: part.from - 0.08, to: part.to + 0.08, top: part.top + 0.08 };
  fillOutline(pen, lens.outline(wallCorners(frame, plan)), css([96, 84, 74]));
  fillOutline(pen, lens.outline(wallCorners(part, plan)), css([74, 76, 82]));
  const corridor = { ...part, top: 0.3 };
  fillOutline(pen, lens.outline(wallCorners(corridor, plan)), css([92, 92, 94]));
}

/** Under the lamps the floor is brighter; corners and the rim of the lens are darker. */
function pools(pen: SKRSContext2D, lens: Lens, plan: RoomPlan): void {
  const { width, height } = pen.canvas;
  const middle = lens.project([plan.size[0] / 2, plan.size[1] * 0.52, 0]);
  const glow = pen.createRadialGradient(middle.x, middle.y, 10, middle.x, middle.y, width * 0.7);
  glow.addColorStop(0, 'rgba(255,250,238,0.16)');
  glow.addColorStop(0.5, 'rgba(255,250,238,0)');
  glow.addColorStop(1, 'rgba(0,0,0,0.38)');
  pen.fillStyle = glow;
  pen.fillRect(0, 0, width, height);
}
