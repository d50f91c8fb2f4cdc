/** Draws charts; what draws them is loaded with the first. */

import type { HeatMapData, TrendData } from './chart.ts';

/** Both resolve to a PNG. */
export const chartPainter = {
  heatMap: async (data: HeatMapData): Promise<Uint8Array> =>
    (await import('./heat-map.ts')).drawHeatMap(data),
  trend: async (data: TrendData): Promise<Uint8Array> =>
    (await import('./trend.ts')).drawTrend(data),
};
