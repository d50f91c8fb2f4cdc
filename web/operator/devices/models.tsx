/** What is installed, what would be better, and a model that is being installed. */

import { type Signal, useSignal } from '@preact/signals';
import { render } from 'preact';
import { useEffect } from 'preact/hooks';
import { MODELS, TRIAL } from '../../words/cameras/devices.ts';
import { type Answered, call, send } from '../calls.ts';
import { pause } from '../looking.ts';
import type { DetectorList, Install, Model } from '../wire.ts';

/** How often an installation is asked how far it is, ms. */
const AGAIN_MS = 700;
/** Nothing is being installed any more. */
const GONE = 404;

export function startModels(): void {
  const place = document.querySelector<HTMLElement>('[data-models]');
  if (place === null) return;
  const isShort = place.dataset['models'] === 'short';
  void call<DetectorList>('/detectors').then(({ value }) => {
    // In the set-up it is only worth a word where it helps.
    if (value === null || (isShort && value.better === null && value.install === null)) return;
    place.hidden = false;
    render(<Models first={value} isShort={isShort} />, place);
  });
}

function Models({ first, isShort }: { first: DetectorList; isShort: boolean }) {
  const list = useSignal(first);
  const install = useSignal<Install | null>(first.install);
  const refused = useSignal<string | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    if (install.value?.state === 'running') void follow(install, list, leaving.signal);
    return () => leaving.abort();
  }, [install, list, install.value?.state]);
  const take = ({ value, refused: why }: Answered<Install>) => {
    refused.value = why;
    if (value !== null) install.value = value;
  };
  const begin = async (model: string) => take(await send('POST', pathOf(model), {}, null));
  const cancel = async (model: string) => {
    const answered = await send<Install>('DELETE', pathOf(model), {}, null);
    // One that is over meanwhile is told by its outcome.
    if (answered.status !== GONE) take(answered);
  };
  const { hint, better, models, detectors } = list.value;
  const isRunning = install.value?.state === 'running';
  const wanted = models.find(({ name }) => name === better);
  return (
    <>
      <h2>{MODELS.title}</h2>
      {hint !== null && (
        <p>
          {MODELS.hint} {hint}
        </p>
      )}
      {wanted !== undefined && !isRunning && (
        <p>
          <button type="button" onClick={() => void begin(wanted.name)}>
            {MODELS.installOf(wanted.name)}
          </button>{' '}
          <span class="note">
            {wanted.licence}
            {wanted.size_bytes !== null && `, ${MODELS.size(wanted.size_bytes)}`}
          </span>
        </p>
      )}
      {install.value !== null && <Progress install={install.value} cancel={cancel} />}
      {refused.value !== null && (
        <p class="fault" role="alert">
          {refused.value}
        </p>
      )}
      {!isShort && (
        <>
          <ul>
            {detectors.map(({ name, cameras, weak }) => (
              <li key={name}>
                <bdi>{name}</bdi>
                {weak && `, ${TRIAL.weak}`}
                {cameras.length > 0 && `: ${cameras.join(', ')}`}
              </li>
            ))}
          </ul>
          <details>
            <summary>{MODELS.all}</summary>
            <ModelTable models={models} isRunning={isRunning} begin={begin} />
          </details>
        </>
      )}
    </>
  );
}

const pathOf = (model: string) => `/models/${encodeURIComponent(model)}/install`;

async function follow(
  install: Signal<Install | null>,
  list: Signal<DetectorList>,
  signal: AbortSignal,
): Promise<void> {
  while (install.value?.state === 'running') {
    await pause(AGAIN_MS, signal);
    const { value } = await call<Install>(pathOf(install.value.model), { signal });
    if (signal.aborted) return;
    if (value !== null) install.value = value;
  }
  const { value } = await call<DetectorList>('/detectors');
  if (value !== null) list.value = value;
}

interface ProgressProps {
  readonly install: Install;
  readonly cancel: (model: string) => Promise<void>;
}

function Progress({ install, cancel }: ProgressProps) {
  const { model, state, received_bytes: received, total_bytes: total, words } = install;
  if (state === 'none') return null;
  if (state !== 'running') {
    const isBad = state === 'failed';
    return (
      <p class={isBad ? 'fault' : 'said'} role={isBad ? 'alert' : 'status'}>
        {MODELS.states[state](model)} {words}
      </p>
    );
  }
  const size = total === null ? null : MODELS.size(total);
  return (
    <p class="installing">
      <label>
        {MODELS.running(model, MODELS.size(received), size)}
        <progress value={total === null ? undefined : received} max={total ?? undefined} />
      </label>
      <button type="button" class="minor" onClick={() => void cancel(model)}>
        {MODELS.cancel}
      </button>
    </p>
  );
}

interface TableProps {
  readonly models: readonly Model[];
  readonly isRunning: boolean;
  readonly begin: (model: string) => Promise<void>;
}

function ModelTable({ models, isRunning, begin }: TableProps) {
  const names = MODELS.columns;
  return (
    <table class="sign-ins">
      <thead>
        <tr>
          {Object.values(names).map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {models.map((model) => (
          <tr key={model.name}>
            <th scope="row">
              <a href={model.source} rel="noreferrer">
                {model.name}
              </a>
            </th>
            <td data-name={names.detector}>{model.detector}</td>
            <td data-name={names.input}>
              {model.input.width} × {model.input.height}
            </td>
            <td data-name={names.licence}>{model.licence}</td>
            <td data-name={names.size}>
              {model.size_bytes === null ? MODELS.unknown : MODELS.size(model.size_bytes)}
            </td>
            <td data-name={names.checksum}>
              {model.checksum === null ? MODELS.unknown : MODELS.checksums[model.checksum]}
            </td>
            <td data-name={names.state}>
              <ModelState {...{ model, isRunning, begin }} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function ModelState({
  model: { name, installed, installable },
  isRunning,
  begin,
}: Omit<TableProps, 'models'> & { readonly model: Model }) {
  if (installed) return <>{MODELS.installed}</>;
  if (!installable) return <>{MODELS.byFile}</>;
  return (
    <button
      type="button"
      class="minor"
      aria-label={MODELS.installOf(name)}
      disabled={isRunning}
      onClick={() => void begin(name)}
    >
      {MODELS.install}
    </button>
  );
}
