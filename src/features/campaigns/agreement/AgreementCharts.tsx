import { NativeSelect, Skeleton } from '@mantine/core';
import { IconAlertOctagon } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { withStatus } from '#api/failure-texts.ts';
import type { Agreement } from '#contract/campaigns.ts';
import { Note } from '#ui/Note.tsx';
import { valuesOfDays } from '#features/campaigns/chart-lines.ts';
import { onFieldText, TEXTS, titleText } from '#features/campaigns/texts.ts';
import classes from './Agreement.module.css';
import { FiguresTable } from './FiguresTable.tsx';
import { LINES, LineChart } from './LineChart.tsx';
import type { ShownAgreement } from './shown-agreement.ts';

interface AgreementChartsProps {
  query: UseQueryResult<Agreement>;
  /** Undefined until the server has answered. */
  shown: ShownAgreement | undefined;
  /** There are masks to compare. */
  hasMasks: boolean;
}

/** How agreement changed from day to day, and all its figures. */
export function AgreementCharts({ query: { error }, shown, hasMasks }: AgreementChartsProps) {
  if (shown === undefined)
    return error === null ? (
      <Skeleton height={220} />
    ) : (
      <Note tone="broken" icon={IconAlertOctagon} title={withStatus(TEXTS.agreementFailed, error)} />
    );
  const { fields, masks } = shown;
  if (fields.length === 0 && masks.length === 0) return hasMasks ? null : <p className={classes.empty}>{TEXTS.noAgreement}</p>;
  return (
    <>
      {fields.length > 0 && <FieldChart fields={fields} />}
      {masks.length > 0 && <MaskChart masks={masks} />}
      <FiguresTable fields={fields} masks={masks} />
    </>
  );
}

function FieldChart({ fields }: { fields: Agreement['fields'] }) {
  const [key, setKey] = useState(fields[0]!.key);
  const field = fields.find((each) => each.key === key) ?? fields[0]!;
  return (
    <LineChart
      title={onFieldText(field.title)}
      measure={TEXTS.kappa}
      lines={[
        { name: TEXTS.between, points: valuesOfDays(field.days, 'between') },
        { name: TEXTS.same, points: valuesOfDays(field.days, 'same') },
      ]}
      choice={
        fields.length > 1 && (
          <NativeSelect
            size="xs"
            aria-label={TEXTS.field}
            value={field.key}
            onChange={(event) => setKey(event.currentTarget.value)}
            data={fields.map((each) => ({ value: each.key, label: titleText(each.title) }))}
          />
        )
      }
    />
  );
}

/** One segment as fields are; of several, the first between readers. All are in the table of figures. */
function MaskChart({ masks }: { masks: ShownAgreement['masks'] }) {
  const [only, ...others] = masks;
  const lines =
    only !== undefined && others.length === 0
      ? [
          { name: TEXTS.between, points: valuesOfDays(only.days, 'between') },
          { name: TEXTS.same, points: valuesOfDays(only.days, 'same') },
        ]
      : masks.slice(0, LINES).map(({ title, days }) => ({ name: titleText(title), points: valuesOfDays(days, 'between') }));
  return <LineChart title={TEXTS.onMasks} measure={TEXTS.meanDice} lines={lines} />;
}
