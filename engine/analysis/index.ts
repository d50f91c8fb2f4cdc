/** Door of the analysis: people counted over one recording or stream. */

export type { Analysis, AnalysisPicture, AnalysisSample } from './analysis.ts';
export { type AnalysisOptions, analyze } from './analyze.ts';
