/** Door of the motion detector. */

export { motion } from './motion.ts';
