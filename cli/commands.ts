/** All commands, in the order of a first day. */

import { registerAnalyze } from './analyze.ts';
import { registerAsk } from './ask.ts';
import { registerCamera } from './camera.ts';
import { registerClass } from './class.ts';
import { registerDetectors } from './detectors.ts';
import { registerDoctor } from './doctor.ts';
import { registerInit } from './init.ts';
import { registerKey } from './key.ts';
import { registerMcp } from './mcp.ts';
import { registerModel } from './model.ts';
import { registerReport } from './report.ts';
import { registerSchedule } from './schedule.ts';
import { registerServe } from './serve.ts';
import { registerStatus } from './status.ts';

export const COMMANDS = [
  registerServe,
  registerInit,
  registerCamera,
  registerSchedule,
  registerClass,
  registerKey,
  registerAnalyze,
  registerStatus,
  registerReport,
  registerAsk,
  registerMcp,
  registerDetectors,
  registerModel,
  registerDoctor,
] as const;
