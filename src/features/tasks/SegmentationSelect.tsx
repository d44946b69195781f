import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '#api/call-api.ts';
import { valueOf } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';
import { TEXTS } from './texts.ts';

interface SegmentationSelectProps {
  study: string;
  value: string | null;
  error: string | null;
  onChange: (uuid: string | null) => void;
}

/** One of the segmentations of a study (CALL-068), or none; nothing if it has none, or this user may not list them. */
export function SegmentationSelect({ study, value, error, onChange }: SegmentationSelectProps) {
  const { permissions, team } = useSession<Session>();
  const { data } = useQuery({
    queryKey: ['task-segmentations', team?.slug ?? null, study],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.organizedStudy, { params: { uuid: study }, signal })).segmentations,
    enabled: permissions.has('r:studies:detail'),
    gcTime: 0,
  });
  if (data === undefined || data.length === 0) return null;
  return (
    <Select
      label={TEXTS.segmentation}
      placeholder={TEXTS.anySegmentation}
      clearable
      data={data.map(({ uuid, structure }) => ({ value: uuid, label: structure.title }))}
      value={value}
      onChange={onChange}
      error={error}
      comboboxProps={{ withinPortal: false }}
    />
  );
}
