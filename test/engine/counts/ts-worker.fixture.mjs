/** Makes a worker thread read TypeScript: `--import tsx` alone does so on the main thread only (tsx 4.23, Node 20). */

import { register } from 'tsx/esm/api';

register();
