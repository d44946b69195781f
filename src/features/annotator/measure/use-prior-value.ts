import { useMemo } from 'react';
import { t } from '#language/t.ts';
import { valueText } from '#model/measurements/measured-texts.ts';
import { priorValue, type PriorValue } from '#model/measurements/prior-value.ts';
import { useFollowUp } from '#features/annotator/follow-up/follow-up-context.tsx';
import { percentText } from '#features/annotator/follow-up/follow-up-texts.ts';
import { useMeasure, useMeasureState } from './measure-context.tsx';
import type { StudyMeasurement } from './measure-store.ts';

/** Of a measurement of the study that is read, what the same thing was in an earlier one; null for those of earlier studies. */
export function usePriorValue(measurement: StudyMeasurement, isOfEarlier: boolean): PriorValue | null {
  const { measurements } = useMeasureState();
  const { studies } = useMeasure();
  const { table } = useFollowUp();
  return useMemo(() => {
    if (isOfEarlier) return null;
    const [own = [], ...earlier] = studies.map((study) => measurements.filter((each) => each.study === study));
    return priorValue(measurement, { lesions: [...table.targets, ...table.nonTargets, ...table.news], own, earlier });
  }, [measurement, isOfEarlier, measurements, studies, table]);
}

/** prior 14.3 mm, +42 % */
export function priorText({ measured, name, percent }: PriorValue): string {
  const value = valueText(measured, name) ?? '';
  return percent === null ? t('prior {value}', { value }) : t('prior {value}, {percent}', { value, percent: percentText(percent) });
}
