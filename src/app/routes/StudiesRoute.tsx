import { useMemo } from 'react';
import { useOwn, type Own } from '#app/session/visit-context.tsx';
import { LazySeriesViewer } from '#app/viewer/lazy-series-viewer.ts';
import { AddToDataset } from '#features/datasets/AddToDataset.tsx';
import { KeepSelection } from '#features/device/KeepSelection.tsx';
import { PinMark } from '#features/device/PinMark.tsx';
import { TEXTS as FAVORITES } from '#features/favorites/texts.ts';
import { FavoriteMark } from '#features/favorites/FavoriteMark.tsx';
import { StudyLabels } from '#features/labels/StudyLabels.tsx';
import { StudyProjects } from '#features/projects/StudyProjects.tsx';
import { OfflineActionsProvider, type OfflineActions } from '#features/studies/offline-actions-context.ts';
import type { Study } from '#features/studies/listed-study.ts';
import { StudyMarksProvider, type StudyMarks } from '#features/studies/study-marks-context.ts';
import { StudiesPage } from '#features/studies/StudiesPage.tsx';
import { AssignButton } from '#features/tasks/AssignButton.tsx';
import { TaskMovesProvider } from '#features/tasks/task-moves-context.tsx';
import { StudyTasks } from '#features/tasks/StudyTasks.tsx';
import type { PinnedName } from '#localdb/kept-copies/pins.ts';
import type { LocalDb, OutboxRow } from '#localdb/schema.ts';
import { usePinStates } from '#localdb/kept-copies/use-offline-studies.ts';
import { useSavedWrites } from '#localdb/outbox/use-saved-writes.ts';
import { patientNameToText } from '#model/studies/patient-name.ts';
import type { PinState } from '#model/offline/pin-state.ts';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';
import { useStudyFilterChoices } from './use-study-filter-choices.tsx';

export function StudiesRoute() {
  const { db, userId } = useOwn();
  const states = usePinStates(db);
  const { permissions, serverReachable } = useSession<Session>();
  const rows = useSavedWrites(db);
  const choices = useStudyFilterChoices();
  const maySeeProjects = permissions.has('r:projects');
  const maySeeDatasets = permissions.has('r:datasets');
  const actions = useMemo(() => offlineActions({ db, userId }, states, serverReachable), [db, userId, states, serverReachable]);
  const marks = useMemo(() => studyMarks({ db, rows, maySeeProjects, maySeeDatasets }), [db, rows, maySeeProjects, maySeeDatasets]);
  return (
    <OfflineActionsProvider value={actions}>
      <StudyMarksProvider value={marks}>
        <TaskMovesProvider db={db}>
          <StudiesPage db={db} Viewer={LazySeriesViewer} choices={choices} />
        </TaskMovesProvider>
      </StudyMarksProvider>
    </OfflineActionsProvider>
  );
}

function offlineActions({ db, userId }: Own, states: ReadonlyMap<string, PinState> | undefined, serverReachable: boolean): OfflineActions {
  return {
    mark(study) {
      const name = pinnedName(study);
      return (
        <>
          <FavoriteMark userId={userId} studyUuid={study.uuid} name={name.patientName || FAVORITES.noName} />
          <PinMark db={db} studyUuid={study.uuid} name={name} state={states && (states.get(study.uuid) ?? null)} />
        </>
      );
    },
    keepAll: (studies) => (
      <KeepSelection
        db={db}
        studies={studies.map((study) => ({ uuid: study.uuid, name: pinnedName(study) }))}
        serverReachable={serverReachable}
      />
    ),
  };
}

interface Marked {
  db: LocalDb;
  rows: readonly OutboxRow[];
  maySeeProjects: boolean;
  maySeeDatasets: boolean;
}

/** Labels for all who may see studies; projects for those who may select them (PERM-19). */
function studyMarks({ db, rows, maySeeProjects, maySeeDatasets }: Marked): StudyMarks {
  const writes = rows.map(({ write }) => write);
  return {
    labels: (study, where) => (
      <StudyLabels db={db} study={study} name={pinnedName(study).patientName || FAVORITES.noName} writes={writes} where={where} />
    ),
    projects: (study) => maySeeProjects && <StudyProjects db={db} study={study} writes={writes} />,
    tasks: ({ uuid }) => <StudyTasks studyUuid={uuid} />,
    ofSelection: (studies) => (
      <>
        {maySeeDatasets && <AddToDataset studies={studies} />}
        <AssignButton studies={studies} />
      </>
    ),
  };
}

function pinnedName({ data, modality, bodyPart }: Study): PinnedName {
  return { patientName: patientNameToText(data.patientName), description: [modality, bodyPart?.title].filter(Boolean).join(' · ') };
}
