/** The script of the pages that only an owner has. */

import { startCamera } from './camera.tsx';
import { startCameraForm, startProbe } from './camera-form.ts';
import { startFindings } from './classes/findings.tsx';
import { startFind } from './find.ts';
import { startForms } from './forms.ts';
import { startModels } from './models.tsx';
import { startSchedule } from './schedule/start.tsx';
import { startTrial } from './trial.tsx';

startForms();
startFind();
startCameraForm();
startProbe();
startCamera();
startFindings();
startTrial();
startModels();
startSchedule();
