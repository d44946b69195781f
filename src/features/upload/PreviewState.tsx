import { Button, Checkbox, Drawer } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useCallback } from 'react';
import { dismissProblems, selectSeries, selectStudy, setBodyPart } from '#localdb/upload-commands.ts';
import type { LocalDb } from '#localdb/schema.ts';
import type { UploadView } from '#model/upload-view.ts';
import { formatBytes, formatCountOf } from '#ui/format.ts';
import { Sheet } from '#ui/Sheet.tsx';
import type { IntakeProgress } from '#workers/intake/types.ts';
import { beforeYouProcess } from './before-you-process.ts';
import { BeforeYouProcess, HindranceCount } from './BeforeYouProcess.tsx';
import { commonBodyPart } from './common-body-part.ts';
import { ConfigurePanel } from './ConfigurePanel.tsx';
import classes from './PreviewState.module.css';
import { Legend } from './Legend.tsx';
import { ProblemRows, type RefusedRows } from './ProblemRows.tsx';
import { ProcessButton } from './ProcessButton.tsx';
import { ProcessFoot } from './ProcessFoot.tsx';
import { ReadingLine } from './ReadingLine.tsx';
import { RoomOnDevice } from './RoomOnDevice.tsx';
import { bodyPartFieldId, StudyCard } from './StudyCard.tsx';
import { TEXTS, selectedText } from './texts.ts';
import { uploadSummary, wholeSelection } from './upload-summary.ts';
import type { BodyParts } from './use-body-parts.ts';
import type { Layout } from './use-layout.ts';
import { useProcess } from './use-process.ts';
import { useRoom } from './use-room.ts';

interface PreviewStateProps {
  db: LocalDb;
  view: UploadView;
  bodyParts: BodyParts;
  onSetForAll: (slug: string | null) => void;
  copying: IntakeProgress | null;
  layout: Layout;
  refused: RefusedRows;
  /** Nothing that was given is in this tab alone. */
  isAllHere: boolean;
}

/** Everything is read and shown; people decide what goes. */
export function PreviewState({ db, view, bodyParts, onSetForAll, copying, layout, refused, isAllHere }: PreviewStateProps) {
  const [configuring, { open: configure, close: endConfiguring }] = useDisclosure(false);
  const room = useRoom(copying === null);
  const summary = uploadSummary(view);
  const hindrances = beforeYouProcess(view, bodyParts.slugs);
  const { process, processing } = useProcess(db, view, bodyParts, goToBodyPart);
  useHotkeys([['mod+Enter', () => summary.selectedSeries > 0 && copying === null && process()]], []);

  const selectAllIn = useCallback((studyId: string, upload: boolean) => void selectStudy(db, studyId, upload), [db]);
  const selectAll = (upload: boolean) => view.studies.forEach((study) => void selectStudy(db, study.id, upload));
  const selectSome = (ids: readonly string[], upload: boolean) => ids.forEach((id) => void selectSeries(db, id, upload));
  const chooseBodyPart = (studyId: string, slug: string | null) => void setBodyPart(db, studyId, slug);

  function goToBodyPart(studyId: string) {
    endConfiguring();
    // After the drawer has given the focus back.
    requestAnimationFrame(() => focusField(bodyPartFieldId(studyId)));
  }

  const panel = (
    <ConfigurePanel
      bodyParts={bodyParts}
      common={commonBodyPart(view.studies)}
      onSetForAll={onSetForAll}
      titled={layout === 'wide'}
      foot={
        layout === 'wide' ? (
          <ProcessFoot summary={summary} onProcess={process} processing={processing} reading={copying !== null} />
        ) : undefined
      }
    >
      {/* Before the first study is here nothing can be selected, and nobody has to be told. */}
      {(copying === null || view.studies.length > 0) && <BeforeYouProcess hindrances={hindrances} onGoTo={goToBodyPart} />}
      {room && <RoomOnDevice room={room} />}
    </ConfigurePanel>
  );

  return (
    <div className={classes.columns}>
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
      <div className={classes.studies}>
        <div className={classes.bar}>
          <Checkbox
            label={<span className={classes.selected}>{selectedText(summary.selectedSeries, summary.series)}</span>}
            aria-label={TEXTS.selectAll}
            checked={wholeSelection(summary) === true}
            indeterminate={wholeSelection(summary) === 'indeterminate'}
            onChange={() => selectAll(wholeSelection(summary) === false)}
          />
          {layout === 'wide' && view.studies.some((study) => study.bodyPartBy === 'header') && <Legend />}
          <div className={classes.reading}>{(copying !== null || isAllHere) && <ReadingLine copying={copying} />}</div>
          {layout !== 'wide' && (
            <div className={classes.acts}>
              <Button
                variant="default"
                leftSection={<IconAdjustmentsHorizontal size={16} stroke={1.5} aria-hidden />}
                rightSection={<HindranceCount count={hindrances.length} />}
                onClick={configure}
              >
                {TEXTS.configure}
              </Button>
              {layout === 'tablet' && (
                <ProcessButton
                  selectedSeries={summary.selectedSeries}
                  onProcess={process}
                  processing={processing}
                  reading={copying !== null}
                />
              )}
            </div>
          )}
        </div>
        {view.studies.map((study, index) => (
          <StudyCard
            key={study.id}
            study={study}
            bodyParts={bodyParts}
            withHead={index === 0}
            onSelectStudy={selectAllIn}
            onSelectSeries={selectSome}
            onBodyPart={chooseBodyPart}
          />
        ))}
        <ProblemRows problems={view.problems} refused={refused} onDismiss={(fileIds) => void dismissProblems(db, fileIds)} />
      </div>
      {layout === 'phone' && (
        <div className={classes.foot}>
          <span className={classes.footSummary}>
            {`${formatCountOf(summary.selectedSeries, 'series', 'series')} · ${formatBytes(summary.selectedBytes)}`}
          </span>
          <ProcessButton
            selectedSeries={summary.selectedSeries}
            onProcess={process}
            processing={processing}
            reading={copying !== null}
            wide
          />
        </div>
      )}
    </div>
  );
}

function focusField(id: string): void {
  const field = document.getElementById(id);
  field?.scrollIntoView({ block: 'center' });
  field?.focus({ preventScroll: true });
}
