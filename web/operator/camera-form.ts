/** A new camera: tried in stages first, each told as it went, and added where all passed. One that is there is tried alike. */

import { SETUP } from '../words/setup.ts';
import { send } from './calls.ts';
import { bodyOf, revisionOf, say, sending } from './forms.ts';
import type { Probe } from './wire.ts';

export function startProbe(): void {
  const form = document.querySelector<HTMLFormElement>('[data-probe-form]');
  form?.addEventListener('submit', (event) => {
    event.preventDefault();
    void probed(form, { camera: form.dataset['probeForm'] });
  });
}

export function startCameraForm(): void {
  const form = document.querySelector<HTMLFormElement>('[data-camera-form]');
  form?.addEventListener('submit', (event) => {
    event.preventDefault();
    void tried(form);
  });
}

async function tried(form: HTMLFormElement): Promise<void> {
  const body = bodyOf(form);
  const probe = await probed(form, { address: body['address'] });
  if (probe === null || probe.stages.some(({ state }) => state === 'failed')) return;
  const added = await sending(form, () => send<object>('POST', '/cameras', body, revisionOf(form)));
  if (added.value !== null) location.assign(`/cameras/${encodeURIComponent(String(body['id']))}`);
}

async function probed(form: HTMLFormElement, what: object): Promise<Probe | null> {
  form.querySelector('.stages')?.remove();
  say(form, SETUP.camera.trying, 'said');
  const { value } = await sending(form, () => send<Probe>('POST', '/probe', what, null));
  if (value !== null) showStages(form, value);
  return value;
}

function showStages(form: HTMLFormElement, { stages, warnings }: Probe): void {
  const list = document.createElement('ol');
  list.className = 'stages';
  const { stages: names, states } = SETUP.camera;
  const lines = stages.map(({ stage, state, words }) => {
    const said = state === 'not_tried' ? '' : ` ${words}`;
    return { state, text: `${names[stage] ?? stage}: ${states[state] ?? state}.${said}` };
  });
  const told = [...lines, ...warnings.map((text) => ({ state: 'warned', text }))];
  for (const { state, text } of told) {
    const line = document.createElement('li');
    line.className = `is-${state}`;
    line.textContent = text;
    list.append(line);
  }
  form.append(list);
}
