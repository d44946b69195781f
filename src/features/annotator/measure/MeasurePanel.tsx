import { ActionIcon, Button, Checkbox, Skeleton, Tooltip } from '@mantine/core';
import { IconRuler2 } from '@tabler/icons-react';
import { useState } from 'react';
import type { Series, StudyDetail } from '#contract/study-detail.ts';
import type { MeasurementKind } from '#contract/measurements.ts';
import { t } from '#language/t.ts';
import type { Session } from '#model/session.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { ErrorState } from '#ui/lists/ErrorState.tsx';
import { useSession } from '#ui/session-context.tsx';
import { showNotice, showTrouble } from '#ui/toasts.ts';
import { ExportControl } from '#features/annotator/export/ExportControl.tsx';
import { seriesName } from '#features/annotator/texts.ts';
import { useStation, useWorkstation } from '#features/annotator/workstation.ts';
import { chordText, shortcutOf } from '#features/annotator/keys/chords.ts';
import { useOwnKeys } from '#features/annotator/keys/use-own-keys.ts';
import listClasses from '#features/annotator/panel-list.module.css';
import { exportMeasurements, type ExportFormat } from './export-measurements.ts';
import { KIND_ICONS } from './kind-icons.tsx';
import { useMeasure, useMeasureState } from './measure-context.tsx';
import { isDrawnKind, KIND_HINTS, KIND_NAMES } from './measure-kinds.ts';
import type { StudyMeasurement } from './measure-store.ts';
import classes from './MeasurePanel.module.css';
import { UndoButtons } from '#features/annotator/history/UndoButtons.tsx';
import { MeasureRow } from './MeasureRow.tsx';
import { leftOutText, MEASURE_TEXTS } from './texts.ts';

interface MeasurePanelProps {
  study: StudyDetail;
  series: readonly Series[];
  /** Earlier studies of the same patient, whose measurements can only be read here. */
  earlier: readonly { uuid: string; date: string }[];
  onKeyImage: () => void;
}

/** Everything that is measured in a study, what leaves of it, and the tools (design.md §19). */
export function MeasurePanel({ study, series, earlier, onKeyImage }: MeasurePanelProps) {
  const { measurements } = useMeasureState();
  const { station } = useWorkstation();
  const own = measurements.filter((each) => each.study === study.uuid);
  return (
    <div className={listClasses.panel}>
      <section className={listClasses.scrolled} aria-label={MEASURE_TEXTS.list}>
        {own.length === 0 ? (
          <NoMeasurements onFirst={() => station.act({ act: 'tool', tool: 'length' })} />
        ) : (
          <>
            <ul className={listClasses.rows}>
              {own.map((each) => (
                <MeasureRow key={each.uuid} measurement={each} series={series.find(({ uuid }) => uuid === each.series) ?? null} />
              ))}
            </ul>
            <Export study={study} series={series} measurements={own} />
          </>
        )}
        {earlier.map(({ uuid, date }) => (
          <EarlierStudy key={uuid} date={date} series={series} measurements={measurements.filter((each) => each.study === uuid)} />
        ))}
      </section>
      <Tools onKeyImage={onKeyImage} />
    </div>
  );
}

function EarlierStudy({
  date,
  series,
  measurements,
}: {
  date: string;
  series: readonly Series[];
  measurements: readonly StudyMeasurement[];
}) {
  if (measurements.length === 0) return null;
  return (
    <>
      <h2 className={classes.earlier}>
        {date} <span className={classes.dim}>{MEASURE_TEXTS.earlier}</span>
      </h2>
      <ul className={listClasses.rows}>
        {measurements.map((each) => (
          <MeasureRow key={each.uuid} isReadOnly measurement={each} series={series.find(({ uuid }) => uuid === each.series) ?? null} />
        ))}
      </ul>
    </>
  );
}

/** Beside the name of the tab; nothing without any. */
export function MeasureCount({ study }: { study: string }) {
  const { measurements } = useMeasureState();
  const count = measurements.filter((each) => each.study === study).length;
  return count === 0 ? null : <span className={classes.number}>{count}</span>;
}

function NoMeasurements({ onFirst }: { onFirst: () => void }) {
  const { serverReachable } = useSession<Session>();
  const { error, isLoading, isFetching, refetch } = useMeasure();
  if (isLoading && serverReachable)
    return <Skeleton className={listClasses.loading ?? ''} role="status" aria-busy aria-label={MEASURE_TEXTS.loading} />;
  if (error !== null || isLoading)
    return (
      <ErrorState
        title={serverReachable ? MEASURE_TEXTS.failed : MEASURE_TEXTS.offline}
        offline={!serverReachable}
        retrying={isFetching}
        onRetry={refetch}
      >
        {serverReachable ? MEASURE_TEXTS.failedWhy : MEASURE_TEXTS.offlineWhy}
      </ErrorState>
    );
  return (
    <EmptyState
      icon={IconRuler2}
      title={MEASURE_TEXTS.none}
      action={
        <Button variant="default" onClick={onFirst}>
          {MEASURE_TEXTS.first}
        </Button>
      }
    >
      {MEASURE_TEXTS.noneWhy}
    </EmptyState>
  );
}

const FORMATS: { value: ExportFormat; label: string }[] = [
  { value: 'sr', label: 'DICOM SR' },
  { value: 'csv', label: 'CSV' },
  { value: 'png', label: 'PNG' },
  { value: 'pdf', label: 'PDF' },
];

function Export({
  study,
  series,
  measurements,
}: Omit<MeasurePanelProps, 'onKeyImage' | 'earlier'> & { measurements: readonly StudyMeasurement[] }) {
  const workstation = useWorkstation();
  const [format, setFormat] = useState<ExportFormat>('sr');
  const [hasPatient, setPatient] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const leaving = format === 'png' ? measurements.filter(({ kind }) => kind === 'key-image') : measurements;
  const seriesText = (uuid: string): string => {
    const found = series.find((one) => one.uuid === uuid);
    return found === undefined ? '' : seriesName(found);
  };
  async function run() {
    setBusy(true);
    try {
      const leftOut = leftOutText(
        await exportMeasurements(format, { workstation, study, measurements: leaving, all: measurements, seriesText, hasPatient }),
      );
      if (leftOut !== null) showNotice(leftOut);
    } catch (error) {
      reportError(error);
      showTrouble(MEASURE_TEXTS.exportFailed);
    } finally {
      setBusy(false);
    }
  }
  return (
    <ExportControl
      {...{ formats: FORMATS, format, onFormat: setFormat, isBusy }}
      action={t('Export {count}', { count: leaving.length })}
      isDisabled={leaving.length === 0}
      onExport={() => void run()}
    >
      {format === 'pdf' && (
        <Checkbox
          size="xs"
          label={MEASURE_TEXTS.withPatient}
          checked={hasPatient}
          onChange={(event) => setPatient(event.currentTarget.checked)}
        />
      )}
      {leaving.length === 0 && <p className={classes.note}>{MEASURE_TEXTS.noKeyImages}</p>}
    </ExportControl>
  );
}

/** All kinds: the rail has only those that are used most. */
function Tools({ onKeyImage }: { onKeyImage: () => void }) {
  const { station } = useWorkstation();
  const { keyOf } = useOwnKeys();
  const tool = useStation((now) => now.tool);
  const kinds = Object.keys(KIND_NAMES) as MeasurementKind[];
  return (
    <section className={classes.tools} aria-label={MEASURE_TEXTS.tools}>
      <div className={classes.buttons}>
        {kinds.map((kind) => {
          const KindIcon = KIND_ICONS[kind];
          const isTool = kind !== 'key-image';
          return (
            <Tooltip key={kind} label={`${KIND_NAMES[kind]} (${chordText(keyOf(kind))})`}>
              <ActionIcon
                className={classes.tool}
                size={32}
                aria-label={KIND_NAMES[kind]}
                aria-keyshortcuts={shortcutOf(keyOf(kind))}
                {...(isTool ? { 'aria-pressed': kind === tool } : {})}
                onClick={() => (isTool ? station.act({ act: 'tool', tool: kind }) : onKeyImage())}
              >
                <KindIcon size={18} stroke={1.5} aria-hidden />
              </ActionIcon>
            </Tooltip>
          );
        })}
        <span className={classes.undo}>
          <UndoButtons />
        </span>
      </div>
      {tool !== null && isDrawnKind(tool) && (
        <p className={classes.note}>
          <b>{KIND_NAMES[tool]}</b> {KIND_HINTS[tool]}
        </p>
      )}
    </section>
  );
}
