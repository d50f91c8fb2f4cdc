/** Draws charts, and loads the canvas no sooner than the first of them: it costs a start some 50 ms. */

import type { HeatMapData, TrendData } from './pictures/index.ts';

/** Both resolve to a PNG. */
export const chartPainter = {
  heatMap: async (data: HeatMapData): Promise<Uint8Array> =>
    (await import('./pictures/index.ts')).drawHeatMap(data),
  trend: async (data: TrendData): Promise<Uint8Array> =>
    (await import('./pictures/index.ts')).drawTrend(data),
};
