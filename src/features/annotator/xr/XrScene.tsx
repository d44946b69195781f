import { Button } from '@mantine/core';
import { IconBadgeVr, IconStack2 } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { CORONAL, type Facing } from '#model/pictures/image-plane.ts';
import { CutControl } from '#features/annotator/surfaces/CutControl.tsx';
import { aroundOf, cutFacing, cutTriangles, depthOf, withDepth, type CutPlane } from '#features/annotator/surfaces/cut-plane.ts';
import type { SurfaceScene } from '#features/annotator/surfaces/surface-scene.ts';
import type { ShownSurface } from '#features/annotator/surfaces/surface-store.ts';
import { SurfaceCell } from '#features/annotator/surfaces/SurfaceCell.tsx';
import { TEXTS } from '#features/annotator/texts.ts';
import { useHeadset, type Headset } from './use-headset.ts';
import { hiddenText, XR_TEXTS } from './xr-texts.ts';
import classes from './XrPage.module.css';

interface XrSceneProps {
  surfaces: readonly ShownSurface[];
  words: string | null;
  /** A headset is entered, or left. */
  onInside: (isInside: boolean) => void;
}

/** Of the whole depth, for a key. */
const CUT_BY_KEY = 0.02;

/** The scene, what cuts it, and the way into a headset. */
export function XrScene({ surfaces, words, onInside }: XrSceneProps) {
  const [scene, setScene] = useState<SurfaceScene | null>(null);
  const [cut, setCut] = useState<CutPlane | null>(null);
  const [facing, setFacing] = useState<Facing>(CORONAL);
  const made = useMemo(() => surfaces.flatMap(({ surface }) => (surface === null ? [] : [surface])), [surfaces]);
  const around = useMemo(() => aroundOf(made), [made]);
  const { headset, held, enter, leave } = useHeadset(scene, around, cut, setCut);
  const isInside = headset === 'inside';
  useEffect(() => onInside(isInside), [isInside, onInside]);
  const shownCut = held === null ? cut : held.cut;
  const counted = useMemo(() => cutTriangles(made, shownCut), [made, shownCut]);
  const isIdle = around === null || scene === null || isInside;

  const move = (by: number): void => {
    if (around !== null && cut !== null) setCut(withDepth(cut, depthOf(cut, around) + by, around));
  };
  function onKey(key: string, from: Facing): boolean {
    if (isIdle) return false;
    if (key === 'c') setCut(cut === null ? cutFacing(from, around) : null);
    else if (key === ']') move(CUT_BY_KEY);
    else if (key === '[') move(-CUT_BY_KEY);
    else return false;
    return true;
  }

  return (
    <section
      className={classes.scene}
      aria-label={XR_TEXTS.title}
      data-headset={headset}
      data-cut-triangles={counted.cut}
      data-all-triangles={counted.all}
      data-placed={held?.placed.join(' ')}
    >
      <SurfaceCell
        content={{ surfaces, cut }}
        words={words}
        help={XR_TEXTS.help}
        onScene={setScene}
        onFacing={setFacing}
        onOtherKey={({ key }, view) => onKey(key, view.facing)}
      />
      <div className={classes.bar}>
        <CutControl
          depth={cut === null || around === null ? null : depthOf(cut, around)}
          isDisabled={isIdle}
          className={classes.depth ?? ''}
          onHere={() => around !== null && setCut(cutFacing(facing, around))}
          onDepth={(depth) => cut !== null && around !== null && setCut(withDepth(cut, depth, around))}
          onUncut={() => setCut(null)}
        />
        {shownCut !== null && <span className={classes.note}>{hiddenText(counted)}</span>}
        <span className={classes.headset} role="status">
          {HEADSET_TEXTS[headset]}
        </span>
        {(headset === 'ready' || headset === 'entering') && (
          <Button
            size="xs"
            disabled={around === null || scene === null}
            loading={headset === 'entering'}
            leftSection={<IconBadgeVr size={16} stroke={1.5} aria-hidden />}
            onClick={enter}
          >
            {XR_TEXTS.enter}
          </Button>
        )}
        {isInside && (
          <Button size="xs" variant="default" onClick={leave}>
            {XR_TEXTS.leave}
          </Button>
        )}
      </div>
      <p className={classes.trust}>
        <IconStack2 size={13} stroke={1.75} aria-hidden />
        <span>{XR_TEXTS.smoothed}</span>
        <span>{TEXTS.notForDiagnosis}</span>
      </p>
    </section>
  );
}

const HEADSET_TEXTS: Record<Headset, string> = {
  unknown: XR_TEXTS.unknown,
  none: XR_TEXTS.none,
  insecure: XR_TEXTS.insecure,
  ready: XR_TEXTS.ready,
  entering: XR_TEXTS.entering,
  inside: XR_TEXTS.inside,
};
