/** A file is chosen or dropped, looked at, and taken. */

import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { classes } from '../../words/format.ts';
import { SCHEDULE } from '../../words/schedule.ts';
import type { GymAnswer, PreviewAnswer } from '../wire.ts';
import { Findings } from './findings.tsx';
import type { Importing } from './importing.ts';
import { ReadingForm } from './reading-form.tsx';

interface ImportFileProps {
  readonly importing: Importing;
  readonly gym: GymAnswer;
}

export function ImportFile({ importing, gym }: ImportFileProps) {
  const words = SCHEDULE.file;
  const { shown, told, refused } = importing;
  return (
    <section aria-labelledby="import-title">
      <h3 id="import-title">{words.title}</h3>
      <Drop importing={importing} />
      <p class={told.value === '' ? undefined : 'said'} role="status">
        {told.value}
      </p>
      {refused.value !== null && (
        <p class="fault" role="alert">
          {refused.value}
        </p>
      )}
      {shown.value !== null && (
        <Shown key={shown.value.preview} importing={importing} preview={shown.value} gym={gym} />
      )}
    </section>
  );
}

function Drop({ importing }: Pick<ImportFileProps, 'importing'>) {
  const words = SCHEDULE.file;
  const isOver = useSignal(false);
  const take = (files: FileList | null | undefined) => {
    const file = files?.[0];
    if (file !== undefined) void importing.choose(file);
  };
  return (
    <fieldset
      class={`panel drop${isOver.value ? ' is-over' : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        isOver.value = true;
      }}
      onDragLeave={() => {
        isOver.value = false;
      }}
      onDrop={(event) => {
        event.preventDefault();
        isOver.value = false;
        take(event.dataTransfer?.files);
      }}
    >
      <legend class="unseen">{words.title}</legend>
      <label for="file">{words.choose}</label>
      <input
        id="file"
        type="file"
        accept=".csv,.tsv,.txt,.xlsx,.ics,.json"
        aria-describedby="file-hint"
        disabled={importing.isBusy.value}
        onChange={({ currentTarget }) => {
          take(currentTarget.files);
          // The same file again, once it was mended, is a change as well.
          currentTarget.value = '';
        }}
      />
      <p class="note" id="file-hint">
        {words.hint}
      </p>
    </fieldset>
  );
}

interface ShownProps extends ImportFileProps {
  readonly preview: PreviewAnswer;
}

function Shown({ importing, preview, gym }: ShownProps) {
  const words = SCHEDULE.preview;
  const force = useSignal(false);
  const head = useRef<HTMLHeadingElement>(null);
  // Whoever reads by ear hears what came; the button that was pressed may be gone.
  useEffect(() => head.current?.focus(), []);
  const isAsked = preview.too_many.length > 0;
  return (
    <div class="preview">
      <h4 ref={head} tabIndex={-1}>
        {words.title}: <bdi>{importing.file.value}</bdi>
      </h4>
      <Findings preview={preview} />
      <ReadingForm importing={importing} preview={preview} gym={gym} />
      {isAsked && (
        <label class="check">
          <input
            type="checkbox"
            checked={force.value}
            onChange={({ currentTarget }) => {
              force.value = currentTarget.checked;
            }}
          />{' '}
          {words.force}
        </label>
      )}
      <div class="acts">
        {preview.classes > 0 && (
          <button
            type="button"
            disabled={importing.isBusy.value || (isAsked && !force.value)}
            onClick={() => void importing.take(force.value)}
          >
            {words.take(classes(preview.classes))}
          </button>
        )}
        <button type="button" class="minor" onClick={() => importing.forget()}>
          {words.cancel}
        </button>
      </div>
    </div>
  );
}
