import { NativeSelect } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconChevronDown } from '@tabler/icons-react';
import { missingOfPipeline, pipelinesOf } from '#model/catalogues.ts';
import type { StudyView } from '#model/upload-view.ts';
import { commonLabels, commonPipeline, commonProject } from './common-choices.ts';
import classes from './ChosenForAll.module.css';
import { TEXTS } from './texts.ts';
import { useUploadMarks } from './upload-marks-context.ts';
import type { ArrangeActs } from './use-arrange-acts.ts';
import { useCatalogues } from './use-catalogues.ts';

interface ForAllProps {
  studies: readonly StudyView[];
  acts: ArrangeActs;
}

/** The project of every series that is here (UPL2-026). */
export function ProjectForAll({ studies, acts }: ForAllProps) {
  const { project, maySeeProjects } = useUploadMarks();
  if (!maySeeProjects) return null;
  const series = studies.flatMap((study) => study.series);
  return (
    <div className={classes.field}>
      <span className={classes.label} aria-hidden>
        {TEXTS.project}
      </span>
      {project({
        name: `${TEXTS.project} of ${TEXTS.allStudies}`,
        chosen: commonProject(series),
        onChoose: (id) =>
          acts.chooseProject(
            series.map((one) => one.id),
            id,
          ),
        where: 'panel',
      })}
    </div>
  );
}

/** Pipelines of the modalities that are here (UPL2-041), each with what it needs; and labels. */
export function PipelineAndLabelsForAll({ studies, acts }: ForAllProps) {
  const { labels } = useUploadMarks();
  const { modalities, pipelines } = useCatalogues();
  const here = (modalities ?? []).map(({ code }) => code).filter((code) => studies.some(({ modality }) => modality === code));
  const offered = here.filter((code) => pipelinesOf(pipelines, code).length > 0);
  const ids = studies.map(({ id }) => id);
  const labelField = labels({
    name: TEXTS.allStudies,
    chosen: commonLabels(studies),
    onChoose: (label, on) => acts.chooseLabel(ids, label, on),
  });
  return (
    <>
      {offered.map((modality) => (
        <PipelineOf
          key={modality}
          studies={studies.filter((study) => study.modality === modality)}
          acts={acts}
          modality={modality}
          label={offered.length === 1 ? TEXTS.pipeline : `${TEXTS.pipeline} · ${modality}`}
        />
      ))}
      {labelField !== null && labelField !== false && (
        <div className={classes.field}>
          <span className={classes.label} aria-hidden>
            {TEXTS.labels}
          </span>
          {labelField}
        </div>
      )}
    </>
  );
}

function PipelineOf({ studies, acts, modality, label }: ForAllProps & { modality: string; label: string }) {
  const { pipelines } = useCatalogues();
  const own = pipelinesOf(pipelines, modality);
  const chosen = own.find(({ code }) => code === commonPipeline(studies)) ?? null;
  const missing = new Set(studies.filter(({ upload }) => upload !== false).flatMap((study) => missingOfPipeline(study, pipelines)));
  return (
    <div className={classes.field}>
      <span className={classes.label} aria-hidden>
        {label}
      </span>
      <NativeSelect
        size="sm"
        aria-label={`${label} of ${TEXTS.allStudies}`}
        value={chosen?.code ?? ''}
        rightSection={<IconChevronDown size={14} stroke={1.75} aria-hidden />}
        rightSectionPointerEvents="none"
        onChange={(event) =>
          acts.choosePipeline(
            studies.map(({ id }) => id),
            event.currentTarget.value || null,
          )
        }
      >
        <option value="">{TEXTS.noPipeline}</option>
        {own.map(({ id, code, name }) => (
          <option key={id} value={code}>
            {name}
          </option>
        ))}
      </NativeSelect>
      {chosen !== null && chosen.acquisitions.length > 0 && (
        <div className={classes.needed}>
          <span className={classes.label}>{TEXTS.required}</span>
          <ul className={classes.codes}>
            {chosen.acquisitions.map(({ code }) => (
              <li key={code} className={classes.code} data-missing={missing.has(code) || undefined}>
                {missing.has(code) ? (
                  <IconAlertTriangle size={13} stroke={1.75} role="img" aria-label={TEXTS.notSelected} />
                ) : (
                  <IconCheck size={13} stroke={2} role="img" aria-label={TEXTS.isSelected} />
                )}
                {code}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
