import { useEffect, useState } from 'react';
import { isOpened } from '#features/annotator/station/series-store.ts';
import { useOpenSeries, useWorkstation } from '#features/annotator/workstation.ts';
import type { StudyMeasurement } from '#features/annotator/measure/measure-store.ts';
import { sliceOf } from '#features/annotator/measure/slice-place.ts';
import classes from '#features/annotator/measure/MeasurePanel.module.css';
import { t } from '#language/t.ts';
import { fitAdc } from '#model/measurements/adc-fit.ts';
import { LineChart } from '#ui/charts/LineChart.tsx';
import { linearScale } from '#ui/charts/scale.ts';
import { formatDecimal } from '#ui/format.ts';
import { slicesOfVolumes } from '#features/annotator/station/series-shape.ts';
import { curveOf, isDiffusion, isOverTime, type CurvePoint } from './curve-of.ts';
import { CURVE_TEXTS } from './curve-texts.ts';

/** A region in all volumes of its series: over time, or by b-value with the diffusion coefficient. Nothing for other series. */
export function MeasurementCurve({ measurement }: { measurement: StudyMeasurement }) {
  const curve = useCurve(measurement);
  if (curve === null || curve.length < 2) return null;
  const byB = isDiffusion(curve);
  const along = alongOf(curve);
  const points = curve.map((point) => ({ x: along.x(point), value: point.value })).toSorted((one, other) => one.x - other.x);
  return (
    <>
      <LineChart
        title={along.title}
        lines={[{ name: CURVE_TEXTS.mean, points }]}
        axis={{ name: along.name, text: along.text }}
        scale={linearScale(points.map(({ value }) => value))}
        value={(value) => formatDecimal(value, Math.abs(value) < 100 ? 2 : 0)}
        none={CURVE_TEXTS.none}
      />
      {byB && <Adc curve={curve} />}
    </>
  );
}

interface Along {
  title: string;
  name: string;
  x: (point: CurvePoint) => number;
  text: (x: number) => string;
}

/** By b-value, else over time, else over the number of the volume. */
function alongOf(curve: readonly CurvePoint[]): Along {
  if (isDiffusion(curve)) return { title: CURVE_TEXTS.byB, name: CURVE_TEXTS.b, x: ({ b }) => b!, text: String };
  if (!isOverTime(curve)) return { title: CURVE_TEXTS.byVolume, name: CURVE_TEXTS.volume, x: ({ volume }) => volume, text: String };
  const first = curve[0]!.seconds;
  return {
    ...{ title: CURVE_TEXTS.overTime, name: CURVE_TEXTS.time },
    x: ({ seconds }) => seconds! - first,
    text: (seconds) => t('{seconds} s', { seconds: formatDecimal(seconds, Number.isInteger(seconds) ? 0 : 1) }),
  };
}

const PER_1000 = 1000;

function Adc({ curve }: { curve: readonly CurvePoint[] }) {
  const fit = fitAdc(curve.map(({ b, value }) => ({ b: b!, signal: value })));
  if (fit === null) return <p className={classes.note}>{CURVE_TEXTS.noAdc}</p>;
  const figure = (value: number): string => formatDecimal(value * PER_1000, 2);
  const adc = figure(fit.adc);
  return (
    <p className={classes.note}>
      {fit.error === null
        ? t('ADC {adc} × 10⁻³ mm²/s, without an error: two b-values', { adc })
        : t('ADC {adc} ± {error} × 10⁻³ mm²/s', { adc, error: figure(fit.error) })}
    </p>
  );
}

/** Null while it is not known, and for series with one slice at each position. */
function useCurve(measurement: StudyMeasurement): CurvePoint[] | null {
  const { pictures } = useWorkstation();
  const open = useOpenSeries(measurement.series);
  const { kind, points } = measurement;
  const slices = open === null ? null : slicesOfVolumes(open, sliceOf(measurement, open));
  const id = open !== null && isOpened(open.opened) && open.read === open.slices ? open.opened.id : null;
  const [curve, setCurve] = useState<CurvePoint[] | null>(null);
  const scale = open?.scale?.unit;
  useEffect(() => {
    if (id === null || slices === null) return setCurve(null);
    let isWanted = true;
    curveOf(slices, { kind, points }, (slice) => pictures.get(id, slice))
      .then((found) => isWanted && setCurve(found))
      .catch(reportError);
    return () => {
      isWanted = false;
    };
  }, [pictures, id, slices, kind, points, scale]);
  return curve;
}
