/** All commands, in the order of a first day. */

import { registerAnalyze } from './analyze/analyze.ts';
import { registerAsk } from './ask/ask.ts';
import { registerMcp } from './ask/mcp.ts';
import { registerBackup } from './backup/backup.ts';
import { registerRestore } from './backup/restore.ts';
import { registerCamera } from './camera/camera.ts';
import { registerClass } from './class/class.ts';
import { registerDoctor } from './doctor/doctor.ts';
import { registerFfmpeg } from './ffmpeg/ffmpeg.ts';
import { registerHq } from './hq/hq.ts';
import { registerInit } from './init/init.ts';
import { registerJoin } from './join/join.ts';
import { registerKey } from './key/key.ts';
import { registerDetectors } from './model/detectors.ts';
import { registerModel } from './model/model.ts';
import { registerNotify } from './notify/notify.ts';
import { registerQuery } from './query/query.ts';
import { registerReport } from './report/report.ts';
import { registerSchedule } from './schedule/schedule.ts';
import { registerServe } from './serve/serve.ts';
import { registerSetUpCode, registerSignIn } from './sign-in/sign-in.ts';
import { registerStatus } from './status/status.ts';

export const COMMANDS = [
  registerServe,
  registerInit,
  registerCamera,
  registerSchedule,
  registerClass,
  registerKey,
  registerSignIn,
  registerSetUpCode,
  registerNotify,
  registerAnalyze,
  registerStatus,
  registerReport,
  registerQuery,
  registerAsk,
  registerMcp,
  registerDetectors,
  registerModel,
  registerFfmpeg,
  registerBackup,
  registerRestore,
  registerJoin,
  registerDoctor,
  registerHq,
] as const;
