import { IconUser } from '@tabler/icons-react';
import { UploadProgress } from '#contract/entities.ts';
import { FilterToggle, StateFilter } from '#ui/lists/Filter.tsx';
import { SearchField } from '#ui/lists/SearchField.tsx';
import { Status } from '#ui/status/Status.tsx';
import { STATUS_TEXTS } from '#ui/status/status-texts.ts';
import type { HistoryAddress } from './history-address.ts';
import { uploadStatus } from './upload-status.ts';
import { TEXTS } from './texts.ts';

interface HistoryFiltersProps {
  address: HistoryAddress;
  /** A change of the filters leads to the first page. */
  onChange: (address: HistoryAddress, options?: { replace?: boolean }) => void;
}

export function HistoryFilters({ address, onChange }: HistoryFiltersProps) {
  const change = (changes: Partial<HistoryAddress>, options?: { replace?: boolean }) =>
    onChange({ ...address, ...changes, page: 1 }, options);
  return (
    <>
      <SearchField label={TEXTS.search} search={address.search} onSearch={(search) => change({ search }, { replace: true })} />
      <FilterToggle isOn={address.mine} icon={IconUser} onToggle={() => change({ mine: !address.mine })}>
        {TEXTS.byMe}
      </FilterToggle>
      <StateFilter label={TEXTS.status} states={STATES} chosen={address.progress} onChoose={(progress) => change({ progress })} />
    </>
  );
}

const STATES = [
  { value: null, label: TEXTS.anyStatus },
  ...UploadProgress.options.map((value) => ({
    value,
    label: STATUS_TEXTS[uploadStatus(value)],
    shown: <Status word={uploadStatus(value)} />,
  })),
];
