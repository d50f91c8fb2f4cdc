/** What is installed, what would be better, and a model that is being installed: then the page is read again by itself. */

import type { ComponentChildren } from 'preact';
import type { DetectorList, ModelsData } from '../../owner-data.ts';
import { Alert, faultOf, Note, submit, withTarget } from '../../parts/forms.tsx';
import { records } from '../../parts/records.tsx';
import { Head } from '../../parts/rows.tsx';

const CHECKSUMS = { published: 'as published', tested: 'as tested', unverified: 'not verified' };

export function modelsPage({ list, sent }: ModelsData) {
  const { hint, better, install, detectors, models } = list;
  const isRunning = install?.state === 'running';
  return (
    <>
      <Head
        crumbs={[['/cameras', 'Cameras']]}
        title="Detectors"
        context={['Detectors find the people in a picture.', hint && `Yours is weak: ${hint}`]}
      />
      {faultOf(sent, ['install', 'cancel'], '/models')}
      {install !== null && progress(install)}
      {better !== null && !isRunning && modelForm(better, submit('install', `Install ${better}`))}
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
      {records(
        ['Model', 'Detector', 'Picture', 'Licence', 'Size', 'Checksum', 'State'],
        models.map((model) => [
          <a href={model.source} rel="noreferrer">
            {model.name}
          </a>,
          model.detector,
          `${model.input.width} × ${model.input.height}`,
          model.licence,
          sizeOf(model.size_bytes),
          model.checksum === null ? 'not known' : CHECKSUMS[model.checksum],
          model.installed
            ? 'installed'
            : model.installable && !isRunning
              ? modelForm(model.name, submit('install', withTarget('Install', model.name), 'minor'))
              : 'from a file only',
        ]),
      )}
    </>
  );
}

export function modelForm(model: string, ...children: ComponentChildren[]) {
  return (
    <form method="post" action="/models">
      <input type="hidden" name="model" value={model} />
      {children}
    </form>
  );
}

function progress({ model, state, words, ...install }: NonNullable<DetectorList['install']>) {
  const { received_bytes: received, total_bytes: total } = install;
  switch (state) {
    case 'none':
      return null;
    case 'failed':
      return <Alert text={`${model} could not be installed. ${words}`} />;
    case 'installed':
      return <Note>{model} is installed. Cameras with the detector “auto” use it now.</Note>;
    case 'running':
      return modelForm(
        model,
        <label>
          {model}: {sizeOf(received)}
          {total !== null && ` of ${sizeOf(total)}`} …{' '}
          <progress value={total === null ? undefined : received} max={total ?? undefined} />
        </label>,
        submit('cancel', 'Cancel', 'minor'),
      );
    default:
      return <Note>{model}: cancelled. Nothing was installed.</Note>;
  }
}

function sizeOf(bytes: number | null): string {
  return bytes === null ? 'not known' : `${(bytes / 1e6).toFixed(1)} MB`;
}
