import { Link } from '@tanstack/react-router';
import type { AiModelDetail, AiModelVersion } from '#contract/ai/models.ts';
import { t } from '#language/t.ts';
import { NotForDiagnosis } from '#ui/status/NotForDiagnosis.tsx';
import classes from './Models.module.css';
import { channelsText, fileText, createdText, millimetresText, modelText, patchText, patientsText, rangeText, TEXTS } from './texts.ts';

/** What the model outlines, and what a version of it needs. */
export function ModelAbout({ model, version }: { model: AiModelDetail; version: AiModelVersion | null }) {
  return (
    <section className={classes.about}>
      <div className={classes.words}>
        <p className={classes.description}>{model.description === '' ? TEXTS.noDescription : model.description}</p>
        <p className={classes.note}>{model.segments.map(({ title, value }) => `${title} (${value})`).join(', ')}</p>
        <NotForDiagnosis>{TEXTS.notDiagnosis}</NotForDiagnosis>
      </div>
      <Facts model={model} version={version} />
    </section>
  );
}

function Facts({ model, version }: { model: AiModelDetail; version: AiModelVersion | null }) {
  const rows = [
    [TEXTS.code, model.code],
    [TEXTS.made, createdText(model)],
    ...(model.parent_id === null ? [] : [[TEXTS.copyOf, <CopyOf key="copy" parent={model.parent_id} />] as const]),
    ...(version === null ? [] : needsOf(version)),
  ] as const;
  return (
    <dl className={classes.facts}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function CopyOf({ parent }: { parent: number }) {
  return (
    <Link className={classes.chip} to="/ai2-model/$id" params={{ id: String(parent) } as never}>
      {modelText(parent)}
    </Link>
  );
}

function needsOf({ manifest, size }: AiModelVersion): [name: string, value: string][] {
  const { channels, spacing, engine, trainedOn: on } = manifest;
  return [
    [TEXTS.modality, channelsText(channels)],
    [
      TEXTS.spacing,
      on === null
        ? millimetresText(spacing)
        : t('{spacing}, learned from {range}', { spacing: millimetresText(spacing), range: rangeText(on.spacing) }),
    ],
    [TEXTS.orientation, TEXTS.orientationAny],
    [TEXTS.field, on === null ? TEXTS.unknown : rangeText(on.extent)],
    [TEXTS.patch, patchText(manifest)],
    [TEXTS.learnedFrom, on === null ? TEXTS.unknown : patientsText(on.patients)],
    [TEXTS.file, fileText(engine, size)],
  ];
}
