/** What is installed, what would be better, and a model that is being installed: then the page is read again by itself. */

import type { DetectorList, ModelsData } from '../../owner-data.ts';
import { Alert, Fault, Said, Submit } from '../../parts/forms.tsx';
import { Records } from '../../parts/records.tsx';

const CHECKSUMS = {
  published: 'as published',
  tested: 'as tested with Turnout',
  unverified: 'not verified',
} as const;

export function Models({ content: { list, sent } }: { readonly content: ModelsData }) {
  const { hint, better, install, detectors, models } = list;
  const isRunning = install?.state === 'running';
  return (
    <>
      <p class="back">
        <a href="/cameras">All cameras</a>
      </p>
      <h1>Detectors</h1>
      <p class="context">
        {hint === null
          ? 'They find the people on a picture.'
          : `What counts your cameras is weak: ${hint}`}
      </p>
      <Fault sent={sent} acts={['install', 'cancel']} />
      {install !== null && <Progress install={install} />}
      {better !== null && !isRunning && <Install name={better} isBest />}
      <ul>
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
            <Install name={model.name} />
          ) : (
            'by file only'
          ),
        ])}
      />
    </>
  );
}

function Install({ name, isBest = false }: { readonly name: string; readonly isBest?: boolean }) {
  return (
    <form method="post" action="/models">
      <input type="hidden" name="model" value={name} />
      <button type="submit" class={isBest ? undefined : 'minor'} name="act" value="install">
        Install<span class={isBest ? undefined : 'unseen'}> {name}</span>
      </button>
    </form>
  );
}

function Progress({ install }: { readonly install: NonNullable<DetectorList['install']> }) {
  const { model, state, received_bytes: received, total_bytes: total, words } = install;
  if (state === 'none') return null;
  if (state === 'failed') {
    return <Alert text={`${model} could not be installed. ${words}`} />;
  }
  if (state !== 'running') {
    return (
      <Said>
        {state === 'installed'
          ? `${model} is installed. Cameras with the detector “auto” use it now.`
          : `${model}: cancelled, and nothing is left of it.`}
      </Said>
    );
  }
  return (
    <form class="installing" method="post" action="/models">
      <label>
        {model}: {sizeOf(received)}
        {total !== null && ` of ${sizeOf(total)}`} …
        <progress value={total === null ? undefined : received} max={total ?? undefined} />
      </label>
      <input type="hidden" name="model" value={model} />
      <Submit act="cancel" isMinor>
        Cancel
      </Submit>
    </form>
  );
}

function sizeOf(bytes: number | null): string {
  return bytes === null ? 'not known' : `${(bytes / 1e6).toFixed(1)} MB`;
}
