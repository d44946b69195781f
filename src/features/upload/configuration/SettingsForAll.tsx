import { NativeSelect } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconChevronDown } from '@tabler/icons-react';
import { t } from '#language/t.ts';
import { missingOfPipeline, pipelinesOf } from '#model/studies/catalogues.ts';
import type { StudyView } from '#model/uploads/upload-view.ts';
import { commonLabels, commonPipeline, commonProject } from './common-choices.ts';
import classes from './SettingsForAll.module.css';
import { TEXTS } from '#features/upload/texts.ts';
import { useLabelsAndProjects } from './labels-and-projects-context.ts';
import type { EditActions } from '#features/upload/editing/use-edit-actions.ts';
import { useTeamSettings } from './use-team-settings.ts';

interface ForAllProps {
  studies: readonly StudyView[];
  actions: EditActions;
}

/** The project of all series (UPL2-026). */
export function ProjectForAll({ studies, actions }: ForAllProps) {
  const { project, maySeeProjects } = useLabelsAndProjects();
  if (!maySeeProjects) return null;
  const series = studies.flatMap((study) => study.series);
  return (
    <div className={classes.field}>
      <span className={classes.label} aria-hidden>
        {TEXTS.project}
      </span>
      {project({
        name: t('Project of all studies'),
        chosen: commonProject(series),
        onChoose: (id) =>
          actions.chooseProject(
            series.map((one) => one.id),
            id,
          ),
        where: 'panel',
      })}
    </div>
  );
}

/** Pipelines of the present modalities (UPL2-041), with their requirements; and labels. */
export function PipelineAndLabelsForAll({ studies, actions }: ForAllProps) {
  const { labels } = useLabelsAndProjects();
  const { modalities, pipelines } = useTeamSettings();
  const here = (modalities ?? []).map(({ code }) => code).filter((code) => studies.some(({ modality }) => modality === code));
  const offered = here.filter((code) => pipelinesOf(pipelines, code).length > 0);
  const ids = studies.map(({ id }) => id);
  const labelField = labels({
    name: TEXTS.allStudies,
    chosen: commonLabels(studies),
    onChoose: (label, on) => actions.chooseLabel(ids, label, on),
  });
  return (
    <>
      {offered.map((modality) => (
        <PipelineOf
          key={modality}
          studies={studies.filter((study) => study.modality === modality)}
          actions={actions}
          modality={modality}
          isOnly={offered.length === 1}
        />
      ))}
      {labelField !== null && labelField !== false && (
        <div className={classes.line}>
          <span className={classes.label} aria-hidden>
            {TEXTS.labels}
          </span>
          {labelField}
        </div>
      )}
    </>
  );
}

function PipelineOf({ studies, actions, modality, isOnly }: ForAllProps & { modality: string; isOnly: boolean }) {
  const { pipelines } = useTeamSettings();
  const own = pipelinesOf(pipelines, modality);
  const chosen = own.find(({ code }) => code === commonPipeline(studies)) ?? null;
  const missing = new Set(studies.filter(({ upload }) => upload !== false).flatMap((study) => missingOfPipeline(study, pipelines)));
  return (
    <>
      <div className={classes.field} data-pipeline>
        <span className={classes.label} aria-hidden>
          {isOnly ? TEXTS.pipeline : `${TEXTS.pipeline} · ${modality}`}
        </span>
        <NativeSelect
          size="sm"
          title={chosen?.name}
          aria-label={isOnly ? t('Pipeline of all studies') : t('Pipeline · {modality} of all studies', { modality })}
          value={chosen?.code ?? ''}
          rightSection={<IconChevronDown size={14} stroke={1.75} aria-hidden />}
          rightSectionPointerEvents="none"
          onChange={(event) =>
            actions.choosePipeline(
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
      </div>
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
    </>
  );
}
