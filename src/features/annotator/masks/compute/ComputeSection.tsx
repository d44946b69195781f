import { Box, Button, NativeSelect } from '@mantine/core';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { goTo } from '#features/annotator/masks/go-to.ts';
import { refusedText } from '#features/annotator/masks/mask-texts.ts';
import { useMask } from '#features/annotator/masks/masks-context.tsx';
import classes from '#features/annotator/masks/ToolOptions.module.css';
import { segmentOf } from '#features/annotator/masks/where-to-draw.ts';
import { useWorkstation } from '#features/annotator/workstation.ts';
import type { Computation } from '#workers/masks/types.ts';
import { ComputeFields } from './ComputeFields.tsx';
import own from './ComputeSection.module.css';
import { COMPUTE_TEXTS } from './compute-texts.ts';
import {
  changedText,
  COMPUTE_TOOLS,
  computationOf,
  FIRST_COMPUTE_OPTIONS,
  type ComputeOptions,
  type ComputePlace,
  type ComputeTool,
} from './compute-tools.ts';
import { useComputePlace } from './use-compute-place.ts';

/** Tools that compute what a segment is, with their numbers; nothing while no mask can be drawn on. */
export function ComputeSection() {
  const place = useComputePlace();
  const mayEdit = useMask((state) => state.mayEdit);
  const current = useMask((state) => state.current);
  return place !== null && mayEdit && current !== null ? <Section place={place} segment={current} /> : null;
}

function Section({ place, segment }: { place: ComputePlace & { unit: string }; segment: string }) {
  const workstation = useWorkstation();
  const { masks } = workstation;
  const list = useRef<HTMLSelectElement>(null);
  const tool = useMask((state) => state.computeTool);
  const [options, setOptions] = useState<ComputeOptions>(FIRST_COMPUTE_OPTIONS);
  const [isRunning, setRunning] = useState(false);
  const [result, setResult] = useState('');
  const problem = useMask((state) => ('why' in segmentOf(state) ? (segmentOf(state) as { why: string }).why : null));
  const refusal = useMask(() => masks.previewRefusal());
  const asked = tool === null ? null : computationOf(tool, options, place);
  const what = asked === null || 'why' in asked ? null : asked;
  const previewed = what?.do === 'threshold' || what?.do === 'region' ? JSON.stringify(what) : null;

  useEffect(() => {
    masks.preview(previewed === null || problem !== null ? null : JSON.parse(previewed));
  }, [masks, previewed, problem]);
  useEffect(() => () => masks.preview(null), [masks]);

  useEffect(() => {
    // Also when it was chosen by a key: Enter applies it, and Esc cancels.
    if (tool !== null) list.current?.focus();
  }, [tool]);

  function choose(next: ComputeTool | null): void {
    if (isRunning) return;
    masks.chooseCompute(next);
    setResult('');
    list.current?.focus();
  }

  async function apply(computation: Computation): Promise<void> {
    if (isRunning) return;
    setRunning(true);
    setResult(COMPUTE_TEXTS.running);
    const answer = await masks.compute(computation);
    setRunning(false);
    if (!answer.ok) return setResult(refusedText(answer.why));
    setResult(changedText(answer.changed ?? { set: 0, cleared: 0 }, place.grid));
    if (computation.do === 'copy-slice') goTo(workstation, [0, 0, computation.to]);
    else masks.chooseCompute(null);
    list.current?.focus();
  }

  const why = problem ?? (asked !== null && 'why' in asked ? asked.why : refusal === null ? null : refusedText(refusal));
  const canApply = what !== null && why === null;

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape' && tool !== null) choose(null);
    else if (event.key === 'Enter' && !(event.target instanceof HTMLButtonElement)) {
      if (canApply) void apply(what);
    } else return;
    event.preventDefault();
  }

  return (
    <Box component="section" className={own.compute} aria-label={COMPUTE_TEXTS.title} onKeyDown={onKeyDown}>
      <h2 className={classes.title}>{COMPUTE_TEXTS.title}</h2>
      <NativeSelect
        ref={list}
        size="xs"
        aria-label={COMPUTE_TEXTS.tool}
        value={tool ?? ''}
        data={[{ value: '', label: COMPUTE_TEXTS.choose }, ...COMPUTE_TOOLS]}
        onChange={({ currentTarget }) => choose(COMPUTE_TOOLS.find(({ value }) => value === currentTarget.value)?.value ?? null)}
      />
      {tool !== null && (
        <>
          <ComputeFields
            {...{ tool, options, segment, unit: place.unit }}
            onChange={(part) => {
              setOptions((before) => ({ ...before, ...part }));
              setResult('');
            }}
          />
          {(why !== null || previewed !== null) && <p className={classes.note}>{why ?? COMPUTE_TEXTS.preview}</p>}
          <div className={classes.line}>
            <Button size="xs" disabled={!canApply} onClick={() => what !== null && void apply(what)}>
              {COMPUTE_TEXTS.apply}
            </Button>
            <Button size="xs" variant="default" onClick={() => choose(null)}>
              {COMPUTE_TEXTS.cancel}
            </Button>
          </div>
        </>
      )}
      <p className={classes.note} role="status">
        {result}
      </p>
    </Box>
  );
}
