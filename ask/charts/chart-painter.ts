/** Draws charts. The canvas is loaded with the first (`sheet.ts`). */

import { drawHeatMap } from './heat-map.ts';
import { drawTrend } from './trend.ts';

export const chartPainter = { heatMap: drawHeatMap, trend: drawTrend };
