import { Button, VisuallyHidden } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { use, useRef, type ReactNode } from 'react';
import { t } from '#language/t.ts';
import { dismissProblems } from '#localdb/upload/upload-commands.ts';
import type { LocalDb } from '#localdb/schema.ts';
import type { UploadView } from '#model/uploads/upload-view.ts';
import { formatBytes } from '#ui/format.ts';
import { beforeYouProcess } from '#features/upload/process/before-you-process.ts';
import { BeforeYouProcess, BlockerCount } from '#features/upload/process/BeforeYouProcess.tsx';
import { PipelineAndLabelsForAll, ProjectForAll } from '#features/upload/configuration/SettingsForAll.tsx';
import { commonBodyPart } from '#features/upload/configuration/common-body-part.ts';
import { ConfigurePanel } from '#features/upload/configuration/ConfigurePanel.tsx';
import { ConfigurePlace } from './ConfigurePlace.tsx';
import classes from './PreviewState.module.css';
import { ProblemRows } from '#features/upload/intake/ProblemRows.tsx';
import { ProcessButton } from '#features/upload/process/ProcessButton.tsx';
import { ProcessFooter } from '#features/upload/process/ProcessFooter.tsx';
import { DeidentificationChoice } from '#features/upload/deidentification/DeidentificationChoice.tsx';
import { DeidentificationReport } from '#features/upload/deidentification/DeidentificationReport.tsx';
import { deidentificationReport } from '#features/upload/deidentification/deidentification-report.ts';
import { LiveReadingLine } from '#features/upload/intake/ReadingLine.tsx';
import { RecommendedModal } from '#features/upload/process/RecommendedModal.tsx';
import { FreeSpace } from '#features/upload/intake/FreeSpace.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { ServerArchives } from '#features/upload/archives/ServerArchives.tsx';
import { ServerOpensCheckbox } from '#features/upload/archives/ServerOpensCheckbox.tsx';
import { StudyList } from './StudyList.tsx';
import { TEXTS } from '#features/upload/texts.ts';
import { uploadSummary } from '#features/upload/upload-summary.ts';
import { useEditActions } from '#features/upload/editing/use-edit-actions.ts';
import type { FileInput } from '#features/upload/intake/use-file-input.ts';
import { PanelSeriesContext } from '#features/upload/pictures/series-panel-context.ts';
import { useDeidentification } from '#features/upload/deidentification/use-deidentification.ts';
import { useLayout } from '#features/upload/use-layout.ts';
import { useTeamSettings } from '#features/upload/configuration/use-team-settings.ts';
import { useListActions } from './use-list-actions.ts';
import { useProcess } from '#features/upload/process/use-process.ts';
import { useFooterHeight } from '#features/upload/use-bottom-space.ts';
import { useStorageSpace } from '#features/upload/intake/use-storage-space.ts';
import { useStudyList } from './use-study-list.ts';

interface PreviewStateProps {
  db: LocalDb;
  userId: number;
  view: UploadView;
  onSetForAll: (slug: string | null) => void;
  input: FileInput;
}

/** Everything is read and shown; the user chooses what to send. */
export function PreviewState({ db, userId, view, onSetForAll, input }: PreviewStateProps) {
  const { studies } = view;
  const { isCopying, waiting, archives, serverOpens } = input;
  const { bodyParts, rules, ...catalogues } = useTeamSettings();
  const layout = useLayout();
  const actions = useEditActions(db);
  const listActions = useListActions(studies, actions);
  const [isConfiguring, configuration] = useDisclosure(false);
  const { folded, fold, goTo } = useStudyList(studies, configuration.close);
  const room = useStorageSpace(!isCopying);
  const deidentifying = useDeidentification(userId, view, rules, isCopying);
  const [isReportOpen, report] = useDisclosure(false);
  const { process, processing, recommended } = useProcess(db, view, deidentifying, goTo);
  const isBeside = use(PanelSeriesContext) !== null;
  const summary = uploadSummary(view);
  const reports = deidentificationReport(studies, rules);
  const blockers = beforeYouProcess(view, bodyParts.slugs, catalogues);
  // What will be sent is not known yet.
  const isBusy = isCopying || view.opening !== null;
  useHotkeys([['mod+Enter', () => summary.selectedSeries > 0 && !isBusy && !isReportOpen && process()]], []);
  const processButton = { onProcess: process, processing, reading: isBusy };

  function openReport() {
    configuration.close();
    report.open();
  }

  return (
    <div className={classes.columns} data-beside={isBeside || undefined}>
      <ConfigurePlace layout={layout} opened={isConfiguring} onClose={configuration.close}>
        <ConfigurePanel
          common={commonBodyPart(studies)}
          onSetForAll={onSetForAll}
          titled={layout === 'wide'}
          above={<ProjectForAll studies={studies} actions={actions} />}
          below={<PipelineAndLabelsForAll studies={studies} actions={actions} />}
          patientData={
            <DeidentificationChoice
              studies={studies}
              deidentifying={deidentifying}
              reports={reports}
              onOpen={openReport}
              actions={actions}
            />
          }
          foot={layout === 'wide' ? <ProcessFooter summary={summary} {...processButton} /> : undefined}
        >
          {/* Before the first study has arrived nothing can be selected. */}
          {(!isCopying || studies.length > 0) && (
            <BeforeYouProcess blockers={blockers} onGoTo={goTo} onSetNone={(ids) => actions.chooseAcquisition(ids, 'NONE')} />
          )}
          <ServerOpensCheckbox {...serverOpens} />
          {room && <FreeSpace room={room} />}
        </ConfigurePanel>
      </ConfigurePlace>
      {rules && <DeidentificationReport reports={reports} rules={rules} opened={isReportOpen} onClose={report.close} actions={actions} />}
      <RecommendedModal
        isOpen={recommended.isOpen}
        studies={recommended.studies}
        onSelect={(ids) => {
          actions.selectSeries(ids, true);
          recommended.close();
        }}
        onContinue={recommended.continueAnyway}
        onClose={recommended.close}
      />
      <div className={classes.studies}>
        <SelectionBar
          studies={studies}
          summary={summary}
          actions={actions}
          withLegend={layout === 'wide' && studies.some((study) => study.bodyPartBy === 'header')}
          onSelectAll={listActions.selectAll}
          reading={(isCopying || waiting === null) && <LiveReadingLine userId={userId} />}
        >
          {layout !== 'wide' && (
            <>
              <Button
                variant="default"
                leftSection={<IconAdjustmentsHorizontal size={16} stroke={1.5} aria-hidden />}
                rightSection={<BlockerCount count={blockers.length} />}
                onClick={configuration.open}
              >
                {layout === 'phone' ? <ConfigureInShort /> : TEXTS.configure}
              </Button>
              {layout === 'tablet' && <ProcessButton selectedSeries={summary.selectedSeries} {...processButton} />}
            </>
          )}
        </SelectionBar>
        {view.opening && <ServerArchives db={db} view={view} opening={view.opening} />}
        <StudyList
          db={db}
          studies={studies}
          isCopying={isCopying}
          folded={folded}
          onFold={fold}
          actions={actions}
          listActions={listActions}
        />
        <ProblemRows problems={view.problems} archives={archives} onDismiss={(fileIds) => void dismissProblems(db, fileIds)} />
      </div>
      {layout === 'phone' && (
        <PhoneFoot>
          <span className={classes.footSummary}>
            {t('{count, plural, one {# series} other {# series}} · {size}', {
              count: summary.selectedSeries,
              size: formatBytes(summary.selectedBytes),
            })}
          </span>
          <ProcessButton selectedSeries={summary.selectedSeries} {...processButton} wide />
        </PhoneFoot>
      )}
    </div>
  );
}

function PhoneFoot({ children }: { children: ReactNode }) {
  const foot = useRef<HTMLDivElement>(null);
  useFooterHeight(foot);
  return (
    <div ref={foot} className={classes.foot}>
      {children}
    </div>
  );
}

/** Abbreviated visually only. */
function ConfigureInShort() {
  return (
    <>
      <span aria-hidden>{TEXTS.configureShort}</span>
      <VisuallyHidden>{TEXTS.configure}</VisuallyHidden>
    </>
  );
}
