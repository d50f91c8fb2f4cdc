/** What is installed, what would be better, and a model that is being installed: then the page is read again by itself. */

import type { ComponentChildren } from 'preact';
import type { DetectorList, ModelsData } from '../../owner-data.ts';
import { Alert, Fault, Said, Submit } from '../../parts/forms.tsx';
import { Records } from '../../parts/records.tsx';
import { Head } from '../../parts/rows.tsx';

const CHECKSUMS = {
  published: 'as published',
  tested: 'as tested with Turnout',
  unverified: 'not verified',
} as const;

export function modelsPage({ list, sent }: ModelsData) {
  const { hint, better, install, detectors, models } = list;
  const isRunning = install?.state === 'running';
  return (
    <>
      <Head
        crumbs={[['/cameras', 'Cameras']]}
        title="Detectors"
        context={[
          hint === null
            ? 'Detectors find the people in a picture.'
            : `Your detector is weak: ${hint}`,
        ]}
      />
      <Fault sent={sent} acts={['install', 'cancel']} here="/models" />
      {install !== null && <Progress install={install} />}
      {better !== null && !isRunning && (
        <ModelForm model={better}>
          <Submit act="install">Install {better}</Submit>
        </ModelForm>
      )}
      <ul class="findings">
        {detectors.map(({ name, cameras, weak }) => (
          <li key={name}>
            <bdi>{name}</bdi>
            {weak && ', weak'}
            {cameras.length > 0 && `: ${cameras.join(', ')}`}
          </li>
        ))}
      </ul>
      <h2>All models</h2>
      <Records
        head={['Model', 'Detector', 'Picture', 'Licence', 'Size', 'Checksum', 'State']}
        rows={models.map((model) => [
          <a href={model.source} rel="noreferrer">
            {model.name}
          </a>,
          model.detector,
          `${model.input.width} × ${model.input.height}`,
          model.licence,
          sizeOf(model.size_bytes),
          model.checksum === null ? 'not known' : CHECKSUMS[model.checksum],
          model.installed ? (
            'installed'
          ) : model.installable && !isRunning ? (
            <ModelForm model={model.name}>
              <Submit act="install" isMinor>
                Install<span class="unseen"> {model.name}</span>
              </Submit>
            </ModelForm>
          ) : (
            'from a file only'
          ),
        ])}
      />
    </>
  );
}

function ModelForm({ model, children }: { model: string; children: ComponentChildren }) {
  return (
    <form method="post" action="/models">
      <input type="hidden" name="model" value={model} />
      {children}
    </form>
  );
}

function Progress({ install }: { readonly install: NonNullable<DetectorList['install']> }) {
  const { model, state, received_bytes: received, total_bytes: total, words } = install;
  switch (state) {
    case 'none':
      return null;
    case 'failed':
      return <Alert text={`${model} could not be installed. ${words}`} />;
    case 'installed':
      return <Said>{model} is installed. Cameras with the detector “auto” use it now.</Said>;
    case 'running':
      return (
        <ModelForm model={model}>
          <label>
            {model}: {sizeOf(received)}
            {total !== null && ` of ${sizeOf(total)}`} …{' '}
            <progress value={total === null ? undefined : received} max={total ?? undefined} />
          </label>
          <Submit act="cancel" isMinor>
            Cancel
          </Submit>
        </ModelForm>
      );
    default:
      return <Said>{model}: cancelled. Nothing was installed.</Said>;
  }
}

function sizeOf(bytes: number | null): string {
  return bytes === null ? 'not known' : `${(bytes / 1e6).toFixed(1)} MB`;
}
