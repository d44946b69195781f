import { Button, Drawer, VisuallyHidden } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useCallback, useRef, useState, type ReactNode } from 'react';
import { dismissProblems } from '#localdb/upload-commands.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { leavesAnonymous, type DeidentifyRules } from '#model/deidentified.ts';
import type { UploadView } from '#model/upload-view.ts';
import { formatBytes, formatCountOf } from '#ui/format.ts';
import { Sheet } from '#ui/Sheet.tsx';
import { beforeYouProcess, type Hindrance } from './before-you-process.ts';
import { BeforeYouProcess, HindranceCount } from './BeforeYouProcess.tsx';
import { PipelineAndLabelsForAll, ProjectForAll } from './ChosenForAll.tsx';
import { commonBodyPart } from './common-body-part.ts';
import { ConfigurePanel } from './ConfigurePanel.tsx';
import classes from './PreviewState.module.css';
import { acquisitionFieldId, bodyPartFieldId, focusField, seriesNumberFieldId, seriesRowId, studyRowId } from './field-ids.ts';
import { ProblemRows } from './ProblemRows.tsx';
import { ProcessButton } from './ProcessButton.tsx';
import { ProcessFoot } from './ProcessFoot.tsx';
import { LeavingAs } from './LeavingAs.tsx';
import { LeavingReport } from './LeavingReport.tsx';
import { leavingReport } from './leaving-report.ts';
import { LiveReadingLine } from './ReadingLine.tsx';
import { RecommendedModal } from './RecommendedModal.tsx';
import { RoomOnDevice } from './RoomOnDevice.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { ServerArchives } from './ServerArchives.tsx';
import { ServerOpensBox, type ServerOpens } from './ServerOpensBox.tsx';
import { StudyCard } from './StudyCard.tsx';
import { TEXTS } from './texts.ts';
import { uploadSummary } from './upload-summary.ts';
import { useArrangeActs } from './use-arrange-acts.ts';
import type { BodyParts } from './use-body-parts.ts';
import { useDeidentifying } from './use-deidentifying.ts';
import type { Layout } from './use-layout.ts';
import { useCatalogues } from './use-catalogues.ts';
import { useKnownStudies } from './use-known-studies.ts';
import { useListActs } from './use-list-acts.ts';
import type { ServerArchiveActs } from './use-server-archives.ts';
import { useProcess } from './use-process.ts';
import { useFoot } from './use-room-below.ts';
import { useRoom } from './use-room.ts';

interface PreviewStateProps {
  db: LocalDb;
  view: UploadView;
  bodyParts: BodyParts;
  /** How the team de-identifies; null while it was never read here. */
  rules: DeidentifyRules | null;
  onSetForAll: (slug: string | null) => void;
  userId: number;
  isCopying: boolean;
  layout: Layout;
  archives: ServerArchiveActs;
  serverOpens: ServerOpens;
  /** The series in the panel beside the list. */
  lookedAtId: string | null;
  /** Nothing that was given is in this tab alone. */
  isAllHere: boolean;
}

/** Everything is read and shown; people decide what goes. */
export function PreviewState({
  db,
  view,
  bodyParts,
  rules,
  onSetForAll,
  userId,
  isCopying,
  layout,
  archives,
  serverOpens,
  lookedAtId,
  isAllHere,
}: PreviewStateProps) {
  const acts = useArrangeActs(db);
  const listActs = useListActs(view.studies, acts);
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [configuring, { open: configure, close: endConfiguring }] = useDisclosure(false);
  const room = useRoom(!isCopying);
  const known = useKnownStudies(db, view.studies, rules, !isCopying);
  const summary = uploadSummary(view);
  // What would go is not known yet.
  const isBusy = isCopying || view.opening !== null;
  const hindrances = beforeYouProcess(view, bodyParts.slugs, useCatalogues());
  const deidentifying = useDeidentifying(userId, view, rules, isCopying);
  const reports = leavingReport(view.studies, rules);
  const [isReportOpen, report] = useDisclosure(false);
  const { process, processing, recommended } = useProcess(db, view, bodyParts, deidentifying, goTo);
  useHotkeys([['mod+Enter', () => summary.selectedSeries > 0 && !isBusy && !isReportOpen && process()]], []);

  const fold = useCallback(
    (studyId: string) =>
      setFolded((now) => (now.has(studyId) ? new Set([...now].filter((id) => id !== studyId)) : new Set([...now, studyId]))),
    [],
  );

  function goToSeries(seriesId: string, fieldId: string) {
    const study = view.studies.find((one) => one.series.some((series) => series.id === seriesId));
    if (study && folded.has(study.id)) fold(study.id);
    goToField(fieldId, seriesId);
  }

  function openReport() {
    endConfiguring();
    report.open();
  }

  function goToField(fieldId: string, rowId?: string) {
    endConfiguring();
    // After the drawer has given the focus back.
    requestAnimationFrame(() => focusField(fieldId, rowId));
  }

  function goTo(hindrance: Hindrance) {
    if (hindrance.what === 'missing-number') goToSeries(hindrance.seriesId, seriesNumberFieldId(hindrance.seriesId));
    if (hindrance.what === 'missing-acquisition') goToSeries(hindrance.seriesId, acquisitionFieldId(hindrance.seriesId));
    if (hindrance.what === 'cannot-deidentify' || hindrance.what === 'not-deidentified')
      goToSeries(hindrance.seriesId, seriesRowId(hindrance.seriesId));
    if (hindrance.what === 'rules-unknown') goToField(studyRowId(hindrance.studyId));
    if (hindrance.what === 'missing-for-pipeline') goToField(studyRowId(hindrance.studyId));
    if (hindrance.what === 'missing-bodypart') goToField(bodyPartFieldId(hindrance.studyId));
  }

  const panel = (
    <ConfigurePanel
      bodyParts={bodyParts}
      common={commonBodyPart(view.studies)}
      onSetForAll={onSetForAll}
      titled={layout === 'wide'}
      above={<ProjectForAll studies={view.studies} acts={acts} />}
      below={<PipelineAndLabelsForAll studies={view.studies} acts={acts} />}
      patientData={<LeavingAs studies={view.studies} deidentifying={deidentifying} reports={reports} onOpen={openReport} acts={acts} />}
      foot={layout === 'wide' ? <ProcessFoot summary={summary} onProcess={process} processing={processing} reading={isBusy} /> : undefined}
    >
      {/* Before the first study is here nothing can be selected, and nobody has to be told. */}
      {(!isCopying || view.studies.length > 0) && (
        <BeforeYouProcess hindrances={hindrances} onGoTo={goTo} onSetNone={(ids) => acts.chooseAcquisition(ids, 'NONE')} />
      )}
      <ServerOpensBox {...serverOpens} />
      {room && <RoomOnDevice room={room} />}
    </ConfigurePanel>
  );

  return (
    <div className={classes.columns} data-beside={lookedAtId !== null || undefined}>
      {layout === 'wide' && <div className={classes.configure}>{panel}</div>}
      {layout === 'tablet' && (
        <Drawer opened={configuring} onClose={endConfiguring} title={TEXTS.configure} size="sm" position="left">
          {panel}
        </Drawer>
      )}
      {layout === 'phone' && (
        <Sheet opened={configuring} onClose={endConfiguring} title={TEXTS.configure}>
          {panel}
        </Sheet>
      )}
      {rules && <LeavingReport reports={reports} rules={rules} opened={isReportOpen} onClose={report.close} acts={acts} />}
      <RecommendedModal
        isOpen={recommended.isOpen}
        studies={recommended.studies}
        onSelect={(ids) => {
          acts.selectSeries(ids, true);
          recommended.close();
        }}
        onContinue={recommended.continueAnyway}
        onClose={recommended.close}
      />
      <div className={classes.studies}>
        <SelectionBar
          studies={view.studies}
          summary={summary}
          acts={acts}
          withLegend={layout === 'wide' && view.studies.some((study) => study.bodyPartBy === 'header')}
          onSelectAll={listActs.selectAll}
          reading={(isCopying || isAllHere) && <LiveReadingLine userId={userId} />}
        >
          {layout !== 'wide' && (
            <>
              <Button
                variant="default"
                leftSection={<IconAdjustmentsHorizontal size={16} stroke={1.5} aria-hidden />}
                rightSection={<HindranceCount count={hindrances.length} />}
                onClick={configure}
              >
                {layout === 'phone' ? <ConfigureInShort /> : TEXTS.configure}
              </Button>
              {layout === 'tablet' && (
                <ProcessButton selectedSeries={summary.selectedSeries} onProcess={process} processing={processing} reading={isBusy} />
              )}
            </>
          )}
        </SelectionBar>
        {view.opening && <ServerArchives db={db} view={view} opening={view.opening} />}
        {view.studies.map((study, index) => (
          <StudyCard
            key={study.id}
            study={study}
            bodyParts={bodyParts}
            acts={acts}
            withHead={index === 0}
            isFolded={folded.has(study.id)}
            onFold={fold}
            listActs={listActs}
            isAnonymous={leavesAnonymous(study.anonymize, rules)}
            known={known.get(study.id)}
            lookedAtId={lookedAtId !== null && study.series.some(({ id }) => id === lookedAtId) ? lookedAtId : null}
          />
        ))}
        <ProblemRows problems={view.problems} archives={archives} onDismiss={(fileIds) => void dismissProblems(db, fileIds)} />
      </div>
      {layout === 'phone' && (
        <PhoneFoot>
          <span className={classes.footSummary}>
            {`${formatCountOf(summary.selectedSeries, 'series', 'series')} · ${formatBytes(summary.selectedBytes)}`}
          </span>
          <ProcessButton selectedSeries={summary.selectedSeries} onProcess={process} processing={processing} reading={isBusy} wide />
        </PhoneFoot>
      )}
    </div>
  );
}

function PhoneFoot({ children }: { children: ReactNode }) {
  const foot = useRef<HTMLDivElement>(null);
  useFoot(foot);
  return (
    <div ref={foot} className={classes.foot}>
      {children}
    </div>
  );
}

/** In short to the eye alone. */
function ConfigureInShort() {
  return (
    <>
      {TEXTS.configureShort}
      <VisuallyHidden> upload</VisuallyHidden>
    </>
  );
}
