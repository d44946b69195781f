import { ActionIcon, Button, Checkbox, NativeSelect, Tooltip } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { followedMasks } from '#workers/masks/handle.ts';
import { saveFile } from '#ui/browser/save-file.ts';
import { useWorkstation } from '#features/annotator/workstation.ts';
import classes from './ComparePanel.module.css';
import { COMPARE_TEXTS, noDistancesText, notComparedText, sideText } from './compare-texts.ts';
import { CompareTable } from './CompareTable.tsx';
import { comparisonToCsv } from './comparison-to-csv.ts';
import type { Side } from './compare-store.ts';
import type { SideOption } from './compare-sides.ts';
import { Majority } from './Majority.tsx';
import { PairDetail } from './PairDetail.tsx';
import { PatternSwatch } from './PatternSwatch.tsx';
import { useCompare, useCompareChoice, type CompareChoice } from './use-compare.ts';

interface ComparePanelProps {
  study: string;
  /** Shows the list of segments. */
  onSegments: () => void;
}

/** Two segmentations side by side: how their segments differ, where, and what several agree on (design.md §19, picture 48). */
export function ComparePanel({ study, onSegments }: ComparePanelProps) {
  const { compare } = useWorkstation();
  const choice = useCompareChoice(study);
  const { options, a, b } = choice;
  return (
    <div className={classes.panel}>
      <div className={classes.sides}>
        <div className={classes.selects}>
          <SideSelect side="a" {...{ options }} value={a} />
          <SideSelect side="b" {...{ options }} value={b} />
        </div>
        <Tooltip label={COMPARE_TEXTS.end}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={COMPARE_TEXTS.end}
            onClick={() => {
              compare.end();
              onSegments();
            }}
          >
            <IconX size={16} stroke={1.5} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </div>
      <Notes choice={choice} />
      <CompareTable />
      <PairDetail />
      <Saving {...{ a, b }} />
      <Majority {...{ choice, onSegments }} />
    </div>
  );
}

function SideSelect({ side, options, value }: { side: 'a' | 'b'; options: readonly SideOption[]; value: SideOption | null }) {
  const { compare } = useWorkstation();
  return (
    <div className={classes.side}>
      <PatternSwatch of={side} />
      <NativeSelect
        className={classes.grow ?? ''}
        size="sm"
        aria-label={side.toUpperCase()}
        value={value?.id ?? ''}
        data={[...(value === null ? [{ value: '', label: '' }] : []), ...options.map(({ id, label }) => ({ value: id, label }))]}
        onChange={({ currentTarget }) => compare.choose(side, currentTarget.value)}
      />
    </div>
  );
}

const PROBLEMS: Record<NonNullable<CompareChoice['problem']>, string> = {
  'only-one': COMPARE_TEXTS.onlyOne,
  'grid-waits': COMPARE_TEXTS.gridWaits,
  'other-grid': COMPARE_TEXTS.otherGrid,
};

/** Why something is not compared, and what is not as it seems. */
function Notes({ choice: { sideA, sideB, problem } }: { choice: CompareChoice }) {
  const { compare } = useWorkstation();
  const [textA, textB] = [useSideText('A', sideA), useSideText('B', sideB)];
  const resample = useCompare((state) => state.resample);
  // It is the same for all segments.
  const refusal = useCompare(
    ({ rows }) => rows.map(({ result }) => (result?.ok === false ? result.why : null)).find((why) => why !== null) ?? null,
  );
  const isResampled = useCompare(({ rows }) => rows.some(({ result }) => result?.ok && result.isResampled));
  const isCut = useCompare(({ rows }) => rows.some(({ result }) => result?.ok && result.isCut));
  const noDistances = useCompare(
    ({ rows }) =>
      rows.map(({ result }) => (result?.ok ? result.comparison.noDistances : null)).find((why) => why !== null && why !== 'empty') ?? null,
  );
  const words = [
    problem && PROBLEMS[problem],
    ...(problem === null ? [textA, textB] : []),
    refusal !== null && refusal !== 'not-asked' ? notComparedText(refusal) : null,
    isResampled ? COMPARE_TEXTS.resampled : null,
    isCut ? COMPARE_TEXTS.cut : null,
    noDistancesText(noDistances),
  ].filter((text) => text !== null);
  return (
    <div className={classes.notes}>
      <p className={classes.note} role="status">
        {words.join(' ')}
      </p>
      {(refusal === 'not-asked' || resample) && (
        <Checkbox
          label={COMPARE_TEXTS.resample}
          description={COMPARE_TEXTS.resampleWhy}
          checked={resample}
          onChange={({ currentTarget }) => compare.setResample(currentTarget.checked)}
        />
      )}
    </div>
  );
}

function useSideText(name: 'A' | 'B', side: Side | null): string | null {
  const { compare } = useWorkstation();
  const status = useCompare(() => (side === null ? null : compare.statusOf(side.id)));
  const following = useSyncExternalStore(followedMasks.subscribe, () =>
    side === null || side.proposal !== null ? null : followedMasks.stateOf(side.source.segmentation),
  );
  return side && sideText(name, status, following, side.at);
}

function Saving({ a, b }: { a: SideOption | null; b: SideOption | null }) {
  const rows = useCompare((state) => state.rows);
  if (a === null || b === null || rows.length === 0) return null;
  const isReady = rows.every(({ result }) => result !== null);
  function save() {
    const compared = rows.map(({ title, a: inA, b: inB, result }) => ({
      ...{ title, only: inB === null ? ('A' as const) : inA === null ? ('B' as const) : null },
      comparison: result?.ok ? result.comparison : null,
    }));
    // The name says nothing of the patient.
    saveFile({ name: 'comparison.csv', file: new Blob([comparisonToCsv(compared, { a: a!.label, b: b!.label })], { type: 'text/csv' }) });
  }
  return (
    <div className={classes.save}>
      <Button size="xs" variant="default" disabled={!isReady} onClick={save}>
        {COMPARE_TEXTS.csv}
      </Button>
    </div>
  );
}
