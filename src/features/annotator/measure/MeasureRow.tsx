import { ActionIcon, TextInput, Tooltip } from '@mantine/core';
import { IconClock, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { Series } from '#contract/study-detail.ts';
import type { Measured, MeasuredValueName, MeasurementKind } from '#contract/measurements.ts';
import { LIMITS } from '#contract/limits.ts';
import { t } from '#language/t.ts';
import { measuredTexts, valueText } from '#model/measurements/measured-texts.ts';
import { sliceText } from '#features/annotator/texts.ts';
import { useOpenSeries, useStation, useWorkstation } from '#features/annotator/workstation.ts';
import listClasses from '#features/annotator/panel-list.module.css';
import { classNames } from '#ui/class-names.ts';
import { MeasurementCurve } from './curve/MeasurementCurve.tsx';
import { jumpTo } from './jump-to.ts';
import { KIND_ICONS } from './kind-icons.tsx';
import { useMeasure, useMeasureState } from './measure-context.tsx';
import { KIND_NAMES } from './measure-kinds.ts';
import type { StudyMeasurement } from './measure-store.ts';
import classes from './MeasurePanel.module.css';
import { priorText, usePriorValue } from './use-prior-value.ts';
import { sliceOf } from './slice-place.ts';
import { MEASURE_TEXTS } from './texts.ts';

interface MeasureRowProps {
  measurement: StudyMeasurement;
  series: Series | null;
  isReadOnly?: boolean;
}

/** One measurement. A click shows its slice; the current one has its values, its text and Delete. */
export function MeasureRow({ measurement, series, isReadOnly = false }: MeasureRowProps) {
  const { store } = useMeasure();
  const { current } = useMeasureState();
  const workstation = useWorkstation();
  const { uuid, kind, text, number, waits, user, editable, measured } = measurement;
  const KindIcon = KIND_ICONS[kind];
  const isCurrent = uuid === current;
  const [value] = measuredTexts(measured);
  const prior = usePriorValue(measurement, isReadOnly);
  return (
    <li className={listClasses.row} data-current={isCurrent || undefined} data-row={uuid}>
      <button
        type="button"
        className={classNames(listClasses.choose, classes.choose)}
        aria-current={isCurrent || undefined}
        onClick={() => {
          store.choose(uuid);
          jumpTo(workstation, measurement);
        }}
      >
        <KindIcon className={classes.icon} size={18} stroke={1.5} aria-hidden />
        <span className={classes.name}>
          {number === null ? <Waits>{MEASURE_TEXTS.waitsForNumber}</Waits> : <span className={classes.number}>{number}</span>}
          <bdi className={classes.text}>{text || KIND_NAMES[kind]}</bdi>
          {waits === 'change' && <Waits>{MEASURE_TEXTS.waitsForServer}</Waits>}
        </span>
        <span className={classes.value}>{value}</span>
        <span className={classes.dim}>{text !== '' && KIND_NAMES[kind]}</span>
        <span className={classes.where}>
          <Where measurement={measurement} series={series} />
          {` · ${user?.name ?? MEASURE_TEXTS.unknownAuthor}`}
        </span>
        {prior !== null && (
          <span className={classes.prior} data-prior={prior.by}>
            {priorText(prior)}
          </span>
        )}
      </button>
      {isCurrent && (
        <div className={classes.detail}>
          <Values kind={kind} measured={measured} />
          {OF_PIXELS.has(kind) && <MeasurementCurve measurement={measurement} />}
          {editable && !isReadOnly && <TextAndDelete key={`${uuid}:${text}`} measurement={measurement} />}
        </div>
      )}
    </li>
  );
}

function Waits({ children }: { children: string }) {
  return (
    <span className={classes.waits} role="img" aria-label={children} title={children}>
      <IconClock size={14} stroke={1.5} aria-hidden />
    </span>
  );
}

function Where({ measurement, series }: MeasureRowProps) {
  const open = useOpenSeries(measurement.series);
  const activeSeries = useStation(({ panes, active }) => panes[active]?.series);
  const slices = open?.slices || series?.reading?.facts?.slices;
  const slice = sliceOf(measurement, open) + 1;
  const isElsewhere = activeSeries !== measurement.series && series !== null;
  const text = slices ? sliceText(slice, slices) : String(slice);
  return isElsewhere ? t('Series {number}, {slice}', { number: series.seriesNumber, slice: text }) : text;
}

const VALUES: readonly { name: MeasuredValueName; label: string }[] = [
  { name: 'length', label: t('Length') },
  { name: 'longAxis', label: t('Long axis') },
  { name: 'shortAxis', label: t('Short axis') },
  { name: 'angle', label: t('Angle') },
  { name: 'value', label: t('Value') },
  { name: 'mean', label: t('Mean') },
  { name: 'deviation', label: t('Deviation') },
  { name: 'lowest', label: t('Lowest') },
  { name: 'highest', label: t('Highest') },
  { name: 'area', label: t('Area') },
];

/** What has values of pixels, where these are grey. */
const OF_PIXELS: ReadonlySet<MeasurementKind> = new Set(['ellipse', 'rectangle', 'freehand', 'probe']);

function Values({ kind, measured }: { kind: MeasurementKind; measured: Measured }) {
  const values = VALUES.filter(({ name }) => measured.values[name] !== undefined);
  const lacksValues = OF_PIXELS.has(kind) && measured.values.mean === undefined && measured.values.value === undefined;
  if (values.length === 0 && !lacksValues) return null;
  const hasLengths = values.some(({ name }) => ['length', 'longAxis', 'area'].includes(name));
  return (
    <>
      <dl className={classes.values}>
        {values.map(({ name, label }) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd>{valueText(measured, name)}</dd>
          </div>
        ))}
      </dl>
      {hasLengths && measured.scale !== 'patient' && (
        <p className={classes.note}>
          {measured.scale === 'detector'
            ? t('On the detector: what lies before it is smaller than it seems.')
            : t('In pixels: the file gives no length here.')}
        </p>
      )}
      {lacksValues && (
        <p className={classes.note}>{t('No values of pixels: colours are no measured quantity, and a region may have no pixel inside.')}</p>
      )}
    </>
  );
}

function TextAndDelete({ measurement: { uuid, kind, text } }: { measurement: StudyMeasurement }) {
  const { store } = useMeasure();
  const [value, setValue] = useState(text);
  return (
    <div className={classes.edit}>
      <TextInput
        className={classes.field ?? ''}
        size="xs"
        aria-label={kind === 'key-image' ? MEASURE_TEXTS.caption : MEASURE_TEXTS.text}
        placeholder={kind === 'key-image' ? MEASURE_TEXTS.caption : MEASURE_TEXTS.text}
        maxLength={LIMITS.measurementTextChars}
        value={value}
        onChange={(event) => setValue(event.currentTarget.value)}
        onBlur={() => store.rename(uuid, value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') store.rename(uuid, value);
          if (event.key === 'Escape') setValue(text);
        }}
      />
      <Tooltip label={t('Delete (Del)')}>
        <ActionIcon size={30} variant="default" aria-label={MEASURE_TEXTS.delete} onClick={() => store.remove(uuid)}>
          <IconTrash size={16} stroke={1.5} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
