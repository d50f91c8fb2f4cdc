/** Door of the pictures: the drawn scene and its truth, annotated pictures, and charts. The only home of the canvas. */

export {
  type AnnotatedBox,
  type AnnotatedZone,
  type Annotation,
  annotatePng,
  type EncodedPicture,
  type RgbPicture,
} from './annotate.ts';
export type { HeatMapData, TrendData } from '../../ask/charts/chart.ts';
export { drawHeatMap } from '../../ask/charts/heat-map.ts';
export { drawTrend } from '../../ask/charts/trend.ts';
export { type AtelierSeat, takeAtelierSeat } from './scene/atelier.ts';
export type { Posture } from './scene/poses.ts';
export { between, chance } from './scene/random.ts';
export { classSize } from './scene/rhythm.ts';
export { SceneTruth, type SeenPerson } from './scene/scene.ts';
export {
  parseSceneUrl,
  SCENE_ROOMS,
  type SceneDifficulty,
  type SceneRoom,
  type SceneSize,
  type SceneSpec,
} from './scene/spec.ts';
