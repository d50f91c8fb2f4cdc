/** Draws a chart as a PNG. The canvas is loaded with the first (`sheet.tsx`). */

import type { Chart } from './chart.ts';
import { drawHeatMap } from './heat-map.tsx';
import { drawTrend } from './trend.tsx';

export const drawChart = async (chart: Chart): Promise<Buffer> =>
  chart.kind === 'heat_map' ? drawHeatMap(chart.data) : drawTrend(chart.data);
