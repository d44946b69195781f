import { NativeSelect } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AiModelDetail, AiModelVersion } from '#contract/ai/models.ts';
import { comparedDice, diceOf, FOREGROUND, meanDice, measuredCases, type MeanDice } from '#model/ai/held-out.ts';
import { SEGMENT_COLOURS } from '#model/segment-colours.ts';
import { Interval, IntervalTicks } from '#ui/charts/Interval.tsx';
import { intervalScale } from '#ui/charts/scale.ts';
import { Swatch } from '#ui/Swatch.tsx';
import classes from './Models.module.css';
import { clickCurveText } from './click-curve.ts';
import { diceText, gainText, heldOutText, intervalText, isPromotedText, TEXTS, versionText } from './texts.ts';

interface HeldOutProps {
  model: AiModelDetail;
  version: AiModelVersion;
  /** Number of the version that it is compared with. */
  other: number | null;
}

interface Row {
  title: string;
  colour: string | undefined;
  here: MeanDice | null;
  other: MeanDice | null;
  gain: number | null;
}

/** Dice by segment on patients that the version did not learn from, beside that of another version on the same patients. */
export function HeldOut({ model, version, other }: HeldOutProps) {
  const navigate = useNavigate();
  const compared = model.versions.find(({ number }) => number === other) ?? null;
  if (version.report === null)
    return (
      <Card>
        <p className={classes.none}>{TEXTS.unmeasuredVersion}</p>
      </Card>
    );
  const ofClicks = clickCurveText(version);
  const { part, cases } = measuredCases(version.report);
  const against = compared !== null && areMeasuredOnTheSame(version, compared) ? compared : null;
  const rows = rowsOf(model, version, against);
  const scale = intervalScale(
    rows.flatMap(({ here, other: theirs }) => [here, theirs].flatMap((of) => (of === null ? [] : [of.low ?? of.mean, of.high ?? of.mean]))),
  );
  const choices = model.versions.filter(({ uuid, report }) => uuid !== version.uuid && report !== null);
  return (
    <Card
      note={heldOutText(cases.length)}
      end={
        choices.length > 0 && (
          <NativeSelect
            className={classes.compare}
            label={TEXTS.compareWith}
            value={compared === null ? '' : String(compared.number)}
            data={[
              { value: '', label: TEXTS.nothing },
              ...choices.map(({ number, uuid }) => ({
                value: String(number),
                label: model.promoted?.version === uuid ? isPromotedText(number) : versionText(number),
              })),
            ]}
            onChange={({ currentTarget: { value } }) =>
              void navigate({
                to: '.',
                search: ((before: Record<string, unknown>) => ({ ...before, with: value === '' ? undefined : Number(value) })) as never,
                replace: true,
              })
            }
          />
        )
      }
    >
      {ofClicks !== null && <p className={classes.caution}>{ofClicks}</p>}
      {part === 'validation' && <p className={classes.caution}>{TEXTS.validationNote}</p>}
      {compared !== null && against === null && <p className={classes.caution}>{TEXTS.otherPatients}</p>}
      <div className={classes.heldOut} data-compared={against !== null || undefined} role="table" aria-label={TEXTS.heldOut}>
        <div role="row" className={classes.heldOutHead}>
          <span role="columnheader">{TEXTS.segment}</span>
          <span className={classes.plotCell} role="presentation">
            {scale && <IntervalTicks scale={scale} />}
          </span>
          <span role="columnheader">{versionText(version.number)}</span>
          {against !== null && <span role="columnheader">{versionText(against.number)}</span>}
          {against !== null && <span role="columnheader">{TEXTS.gain}</span>}
        </div>
        {rows.map((row) => (
          <div key={row.title} role="row" className={classes.heldOutRow}>
            <span role="rowheader" className={classes.segmentName}>
              {row.colour !== undefined && <Swatch color={row.colour} />}
              <bdi>{row.title}</bdi>
            </span>
            <span className={classes.plotCell} role="presentation">
              {scale && <Interval here={row.here} other={row.other} scale={scale} colour={row.colour} />}
            </span>
            <Dice of={row.here} isMain />
            {against !== null && <Dice of={row.other} />}
            {against !== null && (
              <span role="cell" className={classes.gain} data-less={(row.gain ?? 0) < 0 || undefined}>
                {row.gain !== null && gainText(row.gain)}
              </span>
            )}
          </div>
        ))}
      </div>
    </Card>
  );
}

/** Names of cases are of one frozen version only. */
const areMeasuredOnTheSame = (a: AiModelVersion, b: AiModelVersion): boolean => a.dataset !== null && a.dataset.uuid === b.dataset?.uuid;

function rowsOf({ segments }: AiModelDetail, version: AiModelVersion, other: AiModelVersion | null): Row[] {
  const here = version.report === null ? [] : measuredCases(version.report).cases;
  const there = other?.report ? measuredCases(other.report).cases : null;
  const row = (title: string, key: string, colour: string | undefined): Row => {
    const both = there === null ? null : comparedDice(here, there, key);
    if (both !== null) return { title, colour, ...both };
    return { title, colour, here: meanDice(diceOf(here, key)), other: null, gain: null };
  };
  return [
    ...segments.map(({ title, value }, at) => row(title, String(value), SEGMENT_COLOURS[at % SEGMENT_COLOURS.length]?.value)),
    row(TEXTS.whole, FOREGROUND, undefined),
  ];
}

function Dice({ of, isMain = false }: { of: MeanDice | null; isMain?: boolean }) {
  return (
    <span role="cell" className={classes.dice}>
      {of === null ? '–' : isMain ? <strong>{diceText(of.mean)}</strong> : diceText(of.mean)}
      {of !== null && <span className={classes.dim}> {intervalText(of)}</span>}
    </span>
  );
}

function Card({ note, end, children }: { note?: string; end?: ReactNode; children: ReactNode }) {
  return (
    <section className={classes.card} aria-label={TEXTS.heldOut}>
      <div className={classes.cardHead}>
        <h2 className={classes.cardTitle}>{TEXTS.heldOut}</h2>
        {note !== undefined && <span className={classes.dim}>{note}</span>}
        {end}
      </div>
      {children}
    </section>
  );
}
