/** The script of the pages that only an owner has. */

import { startCamera } from './camera.tsx';
import { startCameraForm } from './camera-form.ts';
import { startForms } from './forms.ts';
import { startSchedule } from './schedule/start.tsx';

startForms();
startCameraForm();
startCamera();
startSchedule();
