import { VisuallyHidden } from '@mantine/core';
import { useWorkstation } from '#features/annotator/workstation.ts';
import { t } from '#language/t.ts';
import classes from './ComparePanel.module.css';
import { COMPARE_TEXTS, diceText, mmText, onlyText } from './compare-texts.ts';
import type { ComparedRow } from './compare-store.ts';
import { useCompare } from './use-compare.ts';

/** A row for each segment. The one that is chosen is shown on the pictures. */
export function CompareTable() {
  const rows = useCompare((state) => state.rows);
  const hasBoth = useCompare(({ a, b }) => a !== null && b !== null);
  if (!hasBoth) return null;
  if (rows.length === 0) return <p className={classes.note}>{COMPARE_TEXTS.noRows}</p>;
  const dices = rows.flatMap((row) => diceOfRow(row) ?? []);
  const lowest = dices.length > 1 ? Math.min(...dices) : null;
  return (
    <table className={classes.table} aria-label={COMPARE_TEXTS.table}>
      <thead>
        <tr>
          <th scope="col">{COMPARE_TEXTS.segment}</th>
          <th scope="col">{'Dice'}</th>
          <th scope="col">
            {'HD95'} <span>{'mm'}</span>
          </th>
          <th scope="col">
            {t('surface')} <span>{'mm'}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.key} row={row} isLowest={lowest !== null && diceOfRow(row) === lowest} />
        ))}
      </tbody>
    </table>
  );
}

const isInBoth = ({ a, b }: ComparedRow): boolean => a !== null && b !== null;

function diceOfRow(row: ComparedRow): number | null {
  return isInBoth(row) && row.result?.ok ? row.result.comparison.dice : null;
}

function Row({ row, isLowest }: { row: ComparedRow; isLowest: boolean }) {
  const { compare } = useWorkstation();
  const isSelected = useCompare(({ selected }) => selected === row.key);
  return (
    <tr data-current={isSelected || undefined} data-row={row.title}>
      <th scope="row" aria-label={row.title}>
        <button type="button" aria-pressed={isSelected} onClick={() => compare.select(row.key)}>
          <bdi>{row.title}</bdi>
        </button>
      </th>
      <Values {...{ row, isLowest }} />
    </tr>
  );
}

function Values({ row, isLowest }: { row: ComparedRow; isLowest: boolean }) {
  const { a, result } = row;
  if (!isInBoth(row)) return <td colSpan={3}>{onlyText(a === null ? 'B' : 'A')}</td>;
  if (result === null) return <td colSpan={3}>{COMPARE_TEXTS.computing}</td>;
  if (!result.ok) return <td colSpan={3}>{COMPARE_TEXTS.notDefined}</td>;
  const { dice, distances } = result.comparison;
  return (
    <>
      <td data-lowest={isLowest || undefined}>
        {dice === null ? <Undefined /> : diceText(dice)}
        {isLowest && <VisuallyHidden> {COMPARE_TEXTS.lowest}</VisuallyHidden>}
      </td>
      <td>{distances === null ? <Undefined /> : mmText(distances.hd95Mm, 1)}</td>
      <td>{distances === null ? <Undefined /> : mmText(distances.meanMm, 2)}</td>
    </>
  );
}

function Undefined() {
  return (
    <>
      <span aria-hidden>–</span>
      <VisuallyHidden>{COMPARE_TEXTS.notDefined}</VisuallyHidden>
    </>
  );
}
