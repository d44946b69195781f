import { use } from 'react';
import type { LocalDb } from '#localdb/schema.ts';
import { leavesAnonymous } from '#model/uploads/deidentified.ts';
import type { StudyView } from '#model/uploads/upload-view.ts';
import { useTeamSettings } from '#features/upload/configuration/use-team-settings.ts';
import type { EditActions } from '#features/upload/editing/use-edit-actions.ts';
import { isLongList } from '#features/upload/long-list.ts';
import { PanelSeriesContext } from '#features/upload/pictures/series-panel-context.ts';
import { StudyCard } from './StudyCard.tsx';
import { useKnownStudies } from './use-known-studies.ts';
import type { ListActions } from './use-list-actions.ts';

interface StudyListProps {
  db: LocalDb;
  studies: readonly StudyView[];
  isCopying: boolean;
  folded: ReadonlySet<string>;
  onFold: (studyId: string) => void;
  actions: EditActions;
  listActions: ListActions;
}

/** The studies with what the team already has of them. */
export function StudyList({ db, studies, isCopying, folded, onFold, actions, listActions }: StudyListProps) {
  const { rules } = useTeamSettings();
  const panelSeriesId = use(PanelSeriesContext);
  const known = useKnownStudies(db, studies, rules, !isCopying);
  const isLong = isLongList(studies);
  return studies.map((study, index) => (
    <StudyCard
      key={study.id}
      study={study}
      actions={actions}
      withHead={index === 0}
      isFolded={folded.has(study.id)}
      onFold={onFold}
      listActions={listActions}
      isLong={isLong}
      isAnonymous={leavesAnonymous(study.anonymize, rules)}
      known={known.get(study.id)}
      panelSeriesId={study.series.some(({ id }) => id === panelSeriesId) ? panelSeriesId : null}
    />
  ));
}
