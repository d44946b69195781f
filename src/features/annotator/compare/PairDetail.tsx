import { Button, UnstyledButton } from '@mantine/core';
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react';
import { t } from '#language/t.ts';
import type { MaskComparison } from '#workers/comparison/handle.ts';
import { goToSlice } from '#features/annotator/masks/go-to.ts';
import { mlText, voxelsText } from '#features/annotator/masks/mask-texts.ts';
import { useWorkstation } from '#features/annotator/workstation.ts';
import classes from './ComparePanel.module.css';
import { COMPARE_TEXTS, diceText, differenceText } from './compare-texts.ts';
import { worstSlice, type SliceDice } from './slice-differences.ts';
import { useCompare } from './use-compare.ts';
import { goToDifference, useSelected, useSlices } from './use-differences.ts';

/** The chosen segment: both volumes, Dice by slice, and the way to the differences. */
export function PairDetail() {
  const selected = useSelected();
  if (selected === null) return null;
  const { title, comparison, isInBoth } = selected;
  return (
    <section className={classes.detail} aria-label={title}>
      <h2 className={classes.title}>
        <bdi>{title}</bdi>
      </h2>
      <Volumes {...comparison} />
      <BySlice {...{ comparison, isInBoth }} />
    </section>
  );
}

function Volumes({ ml, voxels }: Pick<MaskComparison, 'ml' | 'voxels'>) {
  const { onlyA, onlyB, both } = voxels;
  return (
    <dl className={classes.volumes}>
      <div>
        <dt>A</dt>
        <dd>{ml ? mlText(ml.onlyA + ml.both) : voxelsText(onlyA + both)}</dd>
      </div>
      <div>
        <dt>B</dt>
        <dd>{ml ? mlText(ml.onlyB + ml.both) : voxelsText(onlyB + both)}</dd>
      </div>
      {ml !== null && (
        <div>
          <dt>{t('B less A')}</dt>
          <dd>{differenceText(ml)}</dd>
        </div>
      )}
    </dl>
  );
}

function BySlice({ comparison, isInBoth }: { comparison: MaskComparison; isInBoth: boolean }) {
  const workstation = useWorkstation();
  const series = useCompare((state) => state.a?.series ?? null);
  const { dices, shown } = useSlices(comparison);
  const worst = worstSlice(dices);
  const now = dices.find((one) => one.shown === shown) ?? null;
  const show = ({ slice }: SliceDice): void => {
    if (series !== null) goToSlice(workstation, series, slice);
  };
  return (
    <>
      {isInBoth && (
        <div className={classes.line}>
          <span>
            <b>{COMPARE_TEXTS.bySlice}</b>{' '}
            {now !== null && (
              <span className={classes.dim} data-now>
                {t('now {slice}: {dice}', { slice: now.shown + 1, dice: diceText(now.dice) })}
              </span>
            )}
          </span>
          {worst !== null && (
            <UnstyledButton className={classes.link} onClick={() => show(worst)} title={`Dice ${diceText(worst.dice)}`}>
              {t('worst: {slice}', { slice: worst.shown + 1 })}
            </UnstyledButton>
          )}
        </div>
      )}
      {isInBoth && <Bars {...{ dices, worst }} shown={now} onShow={show} />}
      {worst === null && dices.length > 0 && <p className={classes.note}>{COMPARE_TEXTS.same}</p>}
      <div className={classes.buttons}>
        <Button
          variant="default"
          size="xs"
          aria-label={COMPARE_TEXTS.before}
          aria-keyshortcuts="ArrowLeft"
          disabled={worst === null}
          leftSection={<IconArrowLeft size={14} stroke={1.5} aria-hidden />}
          onClick={() => goToDifference(workstation, -1)}
        >
          {COMPARE_TEXTS.difference}
        </Button>
        <Button
          variant="default"
          size="xs"
          aria-label={COMPARE_TEXTS.after}
          aria-keyshortcuts="ArrowRight"
          disabled={worst === null}
          rightSection={<IconArrowRight size={14} stroke={1.5} aria-hidden />}
          onClick={() => goToDifference(workstation, 1)}
        >
          {COMPARE_TEXTS.difference}
        </Button>
      </div>
    </>
  );
}

/** Numbers stand under all bars only where there are few. */
const MOST_NUMBERED = 12;

interface BarsProps {
  dices: readonly SliceDice[];
  worst: SliceDice | null;
  shown: SliceDice | null;
  onShow: (slice: SliceDice) => void;
}

/** The buttons around lead to the same places by keyboard. */
function Bars({ dices, worst, shown, onShow }: BarsProps) {
  if (dices.length === 0) return null;
  const isNumbered = ({ shown: at }: SliceDice, place: number): boolean =>
    dices.length <= MOST_NUMBERED || place === 0 || place === dices.length - 1 || at === shown?.shown;
  const [first, last] = [dices[0]!.shown + 1, dices.at(-1)!.shown + 1];
  return (
    <div
      className={classes.bars}
      role="img"
      data-few={dices.length <= MOST_NUMBERED || undefined}
      aria-label={
        worst === null
          ? t('Dice by slice: slices {first} to {last}', { first, last })
          : t('Dice by slice: slices {first} to {last}, worst {dice} on slice {slice}', {
              ...{ first, last, dice: diceText(worst.dice), slice: worst.shown + 1 },
            })
      }
    >
      {dices.map((one, place) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the buttons beside it have keys
        <span
          key={one.slice}
          className={classes.slice}
          data-slice={one.shown + 1}
          data-shown={one === shown || undefined}
          data-worst={one === worst || undefined}
          title={`${one.shown + 1}: ${diceText(one.dice)}`}
          onClick={() => onShow(one)}
        >
          <span className={classes.track}>
            <span className={classes.bar} style={{ height: `${Math.max(3, one.dice * 100)}%` }} />
          </span>
          <span className={classes.number}>{isNumbered(one, place) ? one.shown + 1 : ''}</span>
        </span>
      ))}
    </div>
  );
}
