import { isNoSlice } from '#model/pictures/no-slice.ts';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconChartHistogram } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '#api/call-api.ts';
import { valueOf } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { Series } from '#contract/study-detail.ts';
import type { Session } from '#model/session.ts';
import { patientNameToText } from '#model/studies/patient-name.ts';
import { useSession } from '#ui/session-context.tsx';
import { createViewer } from '#workers/viewer/handle.ts';
import type { SeriesSource } from '#workers/series/types.ts';
import type { SeriesHistogram } from '#workers/viewer/types.ts';
import { TEXTS } from './texts.ts';
import classes from './TransferFunctions.module.css';

interface SeriesValuesProps {
  /** Null: nothing is shown. */
  onCounted: (histogram: SeriesHistogram | null) => void;
}

/** Chooses a series whose values are shown behind the curve. They are counted on this device. */
export function SeriesValues({ onCounted }: SeriesValuesProps) {
  const { permissions } = useSession<Session>();
  const [isOpen, setOpen] = useState(false);
  if (!permissions.has('r:studies')) return null;
  if (isOpen)
    return (
      <Choice
        onCounted={onCounted}
        onClose={() => {
          onCounted(null);
          setOpen(false);
        }}
      />
    );
  return (
    <Button
      className={classes.add ?? ''}
      variant="default"
      leftSection={<IconChartHistogram size={16} stroke={1.5} aria-hidden />}
      onClick={() => setOpen(true)}
    >
      {TEXTS.chooseSeries}
    </Button>
  );
}

function Choice({ onCounted, onClose }: SeriesValuesProps & { onClose: () => void }) {
  const { user, team } = useSession<Session>();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), 300);
  const [study, setStudy] = useState('');
  const [chosen, setChosen] = useState('');
  const [state, setState] = useState<'counting' | 'failed' | null>(null);
  const query = search === '' ? {} : { search };
  const studies = useQuery({
    queryKey: ['studies', team?.slug ?? null, query],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.studies, { query, signal })),
    placeholderData: keepPreviousData,
  });
  const { data: series } = useQuery({
    queryKey: ['study-series', team?.slug ?? null, study],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.studySeries, { params: { id: study }, signal })).data,
    enabled: study !== '',
  });
  const readable = (series ?? []).filter((each) => each.proved >= each.files);

  async function count(uuid: string) {
    setChosen(uuid);
    onCounted(null);
    const source = readable.find((each) => each.uuid === uuid);
    if (!source) return setState(null);
    setState('counting');
    const counted = await countSeries(user.id, toSource(source)).catch(reportAndFail);
    setState(counted === null ? 'failed' : null);
    onCounted(counted);
  }

  return (
    <div className={classes.choice}>
      <TextInput label={TEXTS.findStudy} autoComplete="off" value={typed} onChange={(event) => setTyped(event.currentTarget.value)} />
      <NativeSelect
        label={TEXTS.studies}
        value={study}
        data={[
          { value: '', label: studies.data?.data.length === 0 ? TEXTS.noStudy : '' },
          ...(studies.data?.data ?? []).map(({ uuid, data, modality, created_at: at }) => ({
            value: uuid,
            label: [patientNameToText(data.patientName), modality, at.slice(0, 10)].filter(Boolean).join(' · '),
          })),
        ]}
        error={studies.isError && !studies.data ? TEXTS.studiesFailed : undefined}
        onChange={(event) => {
          setStudy(event.currentTarget.value);
          setChosen('');
          setState(null);
          onCounted(null);
        }}
      />
      <NativeSelect
        label={TEXTS.series}
        value={chosen}
        disabled={readable.length === 0}
        data={[
          { value: '', label: series && readable.length === 0 ? TEXTS.noSeries : '' },
          ...readable.map(({ uuid, seriesNumber, seriesDescription, modalityCode }) => ({
            value: uuid,
            label: [seriesNumber, seriesDescription, modalityCode].filter((part) => part !== '').join(' · '),
          })),
        ]}
        onChange={(event) => void count(event.currentTarget.value)}
      />
      <Button variant="default" onClick={onClose}>
        {TEXTS.hideSeries}
      </Button>
      <p className={classes.note} role="status">
        {state === null ? '' : state === 'counting' ? TEXTS.counting : TEXTS.notCounted}
      </p>
    </div>
  );
}

function toSource({ type, uuid, volumes }: Series): SeriesSource {
  const volumeId = volumes[0]?.id ?? null;
  return type === 'nii' && volumeId !== null ? { of: 'volume', volumeId } : { of: 'originals', seriesUuid: uuid, volumeId };
}

/** Null: it could not be read. */
async function countSeries(userId: number, source: SeriesSource): Promise<SeriesHistogram | null> {
  const viewer = createViewer(userId);
  try {
    const opened = await viewer.open(source);
    if (isNoSlice(opened)) return null;
    const counted = await viewer.histogram(opened.id);
    return isNoSlice(counted) ? null : counted;
  } finally {
    viewer.close();
  }
}

function reportAndFail(error: unknown): null {
  reportError(error);
  return null;
}
