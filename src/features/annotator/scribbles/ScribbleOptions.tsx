import { Button, Kbd, Progress, SegmentedControl, Slider } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect } from 'react';
import { t } from '#language/t.ts';
import { voxelSpaceOf } from '#model/grids/voxel-space.ts';
import { FigureInput } from '#features/annotator/masks/FigureInput.tsx';
import { useMask } from '#features/annotator/masks/masks-context.tsx';
import toolClasses from '#features/annotator/masks/ToolOptions.module.css';
import own from '#features/annotator/clicks/ClickOptions.module.css';
import { useWorkstation } from '#features/annotator/workstation.ts';
import { WIDTH_MM, type ScribbleState } from './scribble-store.ts';
import { factsText, partText, SCRIBBLE_TEXTS, strokesText, visibleText } from './scribble-texts.ts';
import { useScribbles } from './use-scribbles.ts';

const choices = <T extends keyof typeof SCRIBBLE_TEXTS>(...values: readonly T[]) =>
  values.map((value) => ({ value, label: SCRIBBLE_TEXTS[value] }));

/** What a stroke says and how wide it is, what was found by it, and the decision on that. */
export function ScribbleOptions() {
  const { scribbles: store } = useWorkstation();
  const state = useScribbles();
  const { isOutside, widthMm, region, how, strokes, status } = state;
  useEffect(() => () => store.rest(), [store]);
  return (
    <div className={own.options}>
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={SCRIBBLE_TEXTS.says}
        value={isOutside ? 'outside' : 'inside'}
        data={choices('inside', 'outside')}
        onChange={(value) => store.setOutside(value === 'outside')}
      />
      <div className={toolClasses.line}>
        <span className={toolClasses.name} aria-hidden>
          {SCRIBBLE_TEXTS.width}
        </span>
        <Slider
          className={toolClasses.grow ?? ''}
          size="sm"
          thumbLabel={SCRIBBLE_TEXTS.width}
          label={null}
          min={WIDTH_MM.least}
          max={WIDTH_MM.most}
          step={WIDTH_MM.step}
          value={widthMm}
          onChange={(next) => store.setWidth(next)}
        />
        <FigureInput
          name={t('Width in mm')}
          suffix=" mm"
          min={WIDTH_MM.least}
          max={WIDTH_MM.most}
          step={WIDTH_MM.step}
          value={widthMm}
          onChange={(next) => store.setWidth(next)}
        />
      </div>
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={SCRIBBLE_TEXTS.region}
        value={region}
        data={choices('near', 'whole')}
        onChange={(value) => store.setRegion(value)}
      />
      <Said {...state} />
      {strokes.length > 0 && (
        <>
          <SegmentedControl
            fullWidth
            size="xs"
            aria-label={SCRIBBLE_TEXTS.how}
            value={how}
            data={choices('add', 'replace')}
            onChange={(value) => store.setHow(value)}
          />
          <div className={own.acts}>
            <Button
              size="xs"
              aria-keyshortcuts="Enter"
              disabled={status !== 'done'}
              rightSection={<Kbd aria-hidden>{t('Enter')}</Kbd>}
              onClick={() => void store.accept()}
            >
              {SCRIBBLE_TEXTS.take}
            </Button>
            <Button size="xs" variant="default" onClick={() => store.undo()}>
              {SCRIBBLE_TEXTS.undo}
            </Button>
            <Button size="xs" variant="default" aria-keyshortcuts="Escape" onClick={() => store.discard()}>
              {SCRIBBLE_TEXTS.discard}
            </Button>
          </div>
        </>
      )}
      <p className={own.warning}>
        <IconAlertTriangle size={16} stroke={1.5} aria-hidden />
        {SCRIBBLE_TEXTS.notForDiagnosis}
      </p>
    </div>
  );
}

/** What is to be done, what is computed, and from what. */
function Said({ strokes, status, problem, progress, facts, visibleMs }: ScribbleState) {
  const grid = useMask(({ mask }) => mask?.source.grid ?? null);
  const space = grid && voxelSpaceOf(grid);
  const inside = strokes.filter((stroke) => stroke.isInside).length;
  const words = status === 'loading' ? SCRIBBLE_TEXTS.loading : strokesText(inside, strokes.length - inside);
  return (
    <>
      <p className={own.note} role="status">
        {problem ?? (strokes.length === 0 ? SCRIBBLE_TEXTS.hint : words)}
      </p>
      {progress !== null && (
        <>
          <div className={toolClasses.line}>
            <p className={own.note}>{`${SCRIBBLE_TEXTS.all}: ${partText(progress.done, progress.total)}`}</p>
            {visibleMs !== null && <p className={own.note}>{visibleText(visibleMs)}</p>}
          </div>
          <Progress size="xs" aria-label={SCRIBBLE_TEXTS.all} value={(100 * progress.done) / progress.total} />
        </>
      )}
      {facts !== null && space !== null && <p className={own.note}>{`${factsText(facts, space)} ${SCRIBBLE_TEXTS.here}`}</p>}
    </>
  );
}
