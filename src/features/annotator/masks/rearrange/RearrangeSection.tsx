import { Button, NativeSelect } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useState } from 'react';
import { nameOf, refusedText } from '#features/annotator/masks/mask-texts.ts';
import { useMask, useMaskPanel } from '#features/annotator/masks/masks-context.tsx';
import panel from '#features/annotator/masks/SegmentsPanel.module.css';
import classes from '#features/annotator/masks/ToolOptions.module.css';
import { segmentOf } from '#features/annotator/masks/where-to-draw.ts';
import { useWorkstation } from '#features/annotator/workstation.ts';
import { answerText, askText, mergedText, MOST_UNASKED, REARRANGE_TEXTS, splitOf, splitText, whyNotMerged } from './rearrange.ts';

/** Voxels go from one segment to another: the current one takes those of another, or gives its islands to new ones. */
export function RearrangeSection({ segmentation }: { segmentation: string }) {
  const { masks } = useWorkstation();
  const { segmentations } = useMaskPanel();
  const mayEdit = useMask((state) => state.mayEdit && state.status === 'open');
  const current = useMask((state) => state.current);
  const segments = useMask((state) => state.segments);
  const problem = useMask((state) => ('why' in segmentOf(state) ? (segmentOf(state) as { why: string }).why : null));
  const [chosen, setChosen] = useState<string | null>(null);
  const [isRunning, setRunning] = useState(false);
  const [said, setSaid] = useState('');
  const others = segments.filter(({ uuid }) => uuid !== current);
  const other = others.find(({ uuid }) => uuid === chosen) ?? null;
  const whyNot = useMask((state) => (other === null ? null : whyNotMerged(state, other.uuid)));
  if (!mayEdit || current === null) return null;

  async function run(first: string, work: () => Promise<string>): Promise<void> {
    setRunning(true);
    setSaid(first);
    const answer = await work().catch((error: unknown) => {
      reportError(error);
      return refusedText('failed');
    });
    setSaid(answer);
    setRunning(false);
  }

  async function merge(from: string, name: string, into: string): Promise<string> {
    const answer = await masks.rearrange({ do: 'merge', into, from });
    if (answer.ok) setChosen(null);
    return answerText(answer, mergedText(name));
  }

  async function split(segment: string): Promise<string> {
    if (masks.read().mask?.source.grid.noVolume !== null) return refusedText('no-volume');
    const islands = await masks.countIslands(segment);
    if (islands < 2) return islands === 0 ? REARRANGE_TEXTS.empty : REARRANGE_TEXTS.oneIsland;
    const { made } = splitOf(islands);
    if (made > MOST_UNASKED && !(await isConfirmed(islands))) return '';
    const into = Array.from({ length: made }, () => crypto.randomUUID());
    // First the segments: voxels of one that the server does not know would be kept aside.
    await segmentations.addSegments(
      segmentation,
      into.map((segment) => ({ segment })),
    );
    return answerText(await masks.rearrange({ do: 'split', segment, into }), splitText(islands));
  }

  return (
    <section className={panel.current} aria-label={REARRANGE_TEXTS.title}>
      <div className={classes.line}>
        <NativeSelect
          className={classes.grow ?? ''}
          size="xs"
          aria-label={REARRANGE_TEXTS.other}
          value={other?.uuid ?? ''}
          data={[{ value: '', label: REARRANGE_TEXTS.choose }, ...others.map(({ uuid, title }) => ({ value: uuid, label: nameOf(title) }))]}
          onChange={({ currentTarget }) => {
            setChosen(currentTarget.value);
            setSaid('');
          }}
        />
        <Button
          size="xs"
          variant="default"
          disabled={isRunning || problem !== null || other === null || whyNot !== null}
          onClick={() => other && void run(REARRANGE_TEXTS.running, () => merge(other.uuid, nameOf(other.title), current))}
        >
          {REARRANGE_TEXTS.merge}
        </Button>
      </div>
      <Button
        size="xs"
        variant="default"
        disabled={isRunning || problem !== null}
        onClick={() => void run(REARRANGE_TEXTS.counting, () => split(current))}
      >
        {REARRANGE_TEXTS.split}
      </Button>
      <p className={classes.note} role="status">
        {problem ?? whyNot ?? said}
      </p>
    </section>
  );
}

function isConfirmed(islands: number): Promise<boolean> {
  return new Promise((resolve) => {
    modals.openConfirmModal({
      title: REARRANGE_TEXTS.split,
      children: askText(islands),
      labels: { confirm: REARRANGE_TEXTS.split, cancel: REARRANGE_TEXTS.cancel },
      onConfirm: () => resolve(true),
      onClose: () => resolve(false),
    });
  });
}
