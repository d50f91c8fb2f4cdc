/** Draws charts. The canvas is loaded with the first (`sheet.tsx`). */

import { drawHeatMap } from './heat-map.tsx';
import { drawTrend } from './trend.tsx';

export const chartPainter = { heatMap: drawHeatMap, trend: drawTrend };
