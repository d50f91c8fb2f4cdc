/** Door of the counting: from keyframes to samples in the counts store. */

export { chooseDetector, type DetectorFolders } from './choose-detector.ts';
export { Counting } from './counting.ts';
