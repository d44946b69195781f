import { useMemo } from 'react';
import { curveToGradient, type CurvePoint } from '#model/transfer-functions/curve.ts';
import classes from './TransferFunctions.module.css';

/** The colours of a curve, from its first to its last value. */
export function CurveStrip({ points }: { points: readonly CurvePoint[] }) {
  const background = useMemo(() => curveToGradient(points), [points]);
  return <span className={classes.strip} style={{ background }} aria-hidden />;
}
