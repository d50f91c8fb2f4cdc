/** The script of the pages that only an owner has. */

import { startCamera } from './camera.tsx';
import { startCameraForm, startProbe } from './camera-form.ts';
import { startFind } from './devices/find.ts';
import { startModels } from './devices/models.tsx';
import { startTrial } from './devices/trial.tsx';
import { startForms } from './forms.ts';
import { startSchedule } from './schedule/start.tsx';

startForms();
startFind();
startCameraForm();
startProbe();
startCamera();
startTrial();
startModels();
startSchedule();
