/** The script of the pages that only an owner has. */

import { startCamera } from './camera.tsx';
import { startCameraForm } from './camera-form.ts';
import { startFindings } from './findings.tsx';
import { startForms } from './forms.ts';

startForms();
startCameraForm();
startCamera();
startFindings();
