import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useMaskPanel } from '#features/annotator/masks/masks-context.tsx';
import { useWorkstation } from '#features/annotator/workstation.ts';
import { moreThanHalf } from '#workers/comparison/handle.ts';
import { agreedMask, type Voter } from './agreed-mask.ts';
import classes from './ComparePanel.module.css';
import { agreedText, agreeText, COMPARE_TEXTS } from './compare-texts.ts';
import { useCompare, type CompareChoice } from './use-compare.ts';

interface MajorityProps {
  choice: CompareChoice;
  onSegments: () => void;
}

/** What several segmentations agree on, as a new one. */
export function Majority({ choice: { voters, a, b, sideA }, onSegments }: MajorityProps) {
  const { voxels, compare } = useWorkstation();
  const { segmentations, choose } = useMaskPanel();
  const chosen = useCompare((state) => state.voters);
  const [wanted, setWanted] = useState<number | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [said, setSaid] = useState<string | null>(null);
  const [made, setMade] = useState<string | null>(null);
  const ticked = voters.filter(({ side: { id } }) => (chosen ?? [a?.id, b?.id]).includes(id));
  const areOpen = useCompare(() => ticked.every(({ side }) => compare.openedOf(side.id) !== null));
  const majority = moreThanHalf(ticked.length);
  const atLeast = wanted !== null && wanted <= ticked.length ? wanted : majority;
  if (sideA === null || voters.length < 2) return null;

  function tick(id: string, isTicked: boolean): void {
    const others = ticked.map(({ side }) => side.id).filter((one) => one !== id);
    compare.setVoters(isTicked ? [...others, id] : others);
    setSaid(null);
  }

  async function make() {
    setBusy(true);
    setSaid(null);
    setMade(null);
    try {
      const uuid = crypto.randomUUID();
      const [first, ...others] = ticked.map(({ segmentation, side }): Voter => {
        const colours = new Map(segmentation.segments.map((one) => [one.uuid, one.color]));
        return { side, key: compare.openedOf(side.id)!.key, colours };
      });
      const { agreed, segments } = agreedMask([first!, ...others], uuid, atLeast);
      let count = 0;
      const answer = await voxels.storeAgreed(agreed, async (made) => {
        count = made.length;
        const like = { uuid, series: first!.side.series, exclusive: agreed.to.isExclusive };
        await segmentations.createLike(first!.side.source.segmentation, like);
        await segmentations.addSegments(
          uuid,
          segments.filter(({ segment }) => made.includes(segment)),
        );
      });
      if (answer.ok) setMade(uuid);
      setSaid(agreedText(answer, count));
    } catch (error) {
      reportError(error);
      setSaid(COMPARE_TEXTS.failed);
    } finally {
      setBusy(false);
    }
  }

  const why = segmentations.mayCreate ? (ticked.length < 2 ? COMPARE_TEXTS.needsTwo : null) : COMPARE_TEXTS.mayNot;
  return (
    <section className={classes.majority} aria-label={COMPARE_TEXTS.majority}>
      <h2 className={classes.title}>{COMPARE_TEXTS.majority}</h2>
      {voters.map(({ option, side: { id } }) => (
        <Checkbox
          key={id}
          size="xs"
          label={<bdi>{option.label}</bdi>}
          checked={ticked.some(({ side }) => side.id === id)}
          onChange={({ currentTarget }) => tick(id, currentTarget.checked)}
        />
      ))}
      <div className={classes.line}>
        {ticked.length > 1 && (
          <NativeSelect
            size="xs"
            aria-label={COMPARE_TEXTS.atLeast}
            value={String(atLeast)}
            data={ticked.map((_, at) => ({ value: String(at + 1), label: agreeText(at + 1, ticked.length) }))}
            onChange={({ currentTarget }) => setWanted(Number(currentTarget.value))}
          />
        )}
        <Button size="xs" loading={isBusy} disabled={why !== null || !areOpen} onClick={() => void make()}>
          {COMPARE_TEXTS.make}
        </Button>
      </div>
      <p className={classes.note} role="status">
        {said ?? why}
      </p>
      {made !== null && (
        <Button
          size="xs"
          variant="default"
          onClick={() => {
            choose(made);
            onSegments();
          }}
        >
          {COMPARE_TEXTS.made}
        </Button>
      )}
    </section>
  );
}
