import { ActionIcon, Button, TextInput, Tooltip, VisuallyHidden } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { LIMITS } from '#contract/limits.ts';
import { addPoint, changePoint, type CurveDraft, type CurveFaults, type PointDraft } from './curve-draft.ts';
import { POINT_TEXTS, TEXTS } from './texts.ts';
import classes from './TransferFunctions.module.css';

interface PointsTableProps {
  draft: CurveDraft;
  faults: CurveFaults['points'];
  selected: number;
  onSelect: (key: number) => void;
  onChange: (draft: CurveDraft) => void;
  onRemove: (key: number) => void;
}

/** The points as numbers: for exact values, and for people who do not see the chart. */
export function PointsTable({ draft, faults, selected, onSelect, onChange, onRemove }: PointsTableProps) {
  const { points } = draft;

  function add() {
    const made = addPoint(
      draft,
      points.findIndex(({ key }) => key === selected),
    );
    onChange(made.draft);
    onSelect(made.key);
  }

  return (
    <>
      <table className={classes.points}>
        <caption className={classes.caption}>{TEXTS.points}</caption>
        <thead>
          <tr>
            {[TEXTS.point, TEXTS.value, TEXTS.colour, TEXTS.opacity].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
            <th scope="col">
              <VisuallyHidden>{TEXTS.removePoint}</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {points.map((point, index) => (
            <tr key={point.key} data-selected={point.key === selected || undefined} onFocus={() => onSelect(point.key)}>
              <th scope="row" className={classes.figures}>
                {index + 1}
              </th>
              <td>
                <NumberField of={point} field="value" index={index} faults={faults} {...{ draft, onChange }} />
              </td>
              <td>
                <input
                  className={classes.colour}
                  type="color"
                  aria-label={POINT_TEXTS.colour(index)}
                  value={point.color.toLowerCase()}
                  onChange={(event) => onChange(changePoint(draft, point.key, { color: event.currentTarget.value }))}
                />
              </td>
              <td>
                <NumberField of={point} field="opacity" index={index} faults={faults} {...{ draft, onChange }} />
              </td>
              <td>
                {points.length > LIMITS.transferPointsMin && (
                  <Tooltip label={TEXTS.removePoint}>
                    <ActionIcon
                      aria-label={POINT_TEXTS.remove(index)}
                      onClick={(event) => {
                        focusNeighbour(event.currentTarget);
                        onRemove(point.key);
                      }}
                    >
                      <IconX size={16} stroke={1.5} aria-hidden />
                    </ActionIcon>
                  </Tooltip>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {points.length < LIMITS.transferPointsMax && (
        <Button className={classes.add ?? ''} variant="default" leftSection={<IconPlus size={16} stroke={1.5} aria-hidden />} onClick={add}>
          {TEXTS.addPoint}
        </Button>
      )}
    </>
  );
}

/** Before the row is removed, so that the focus stays in the table. */
function focusNeighbour(button: HTMLElement): void {
  const row = button.closest('tr');
  (row?.previousElementSibling ?? row?.nextElementSibling)?.querySelector('input')?.focus();
}

interface NumberFieldProps extends Pick<PointsTableProps, 'draft' | 'faults' | 'onChange'> {
  of: PointDraft;
  field: 'value' | 'opacity';
  index: number;
}

function NumberField({ of, field, index, draft, faults, onChange }: NumberFieldProps) {
  return (
    <TextInput
      aria-label={POINT_TEXTS[field](index)}
      inputMode="decimal"
      autoComplete="off"
      value={of[field]}
      error={faults?.get(of.key)?.[field]}
      onChange={(event) => onChange(changePoint(draft, of.key, { [field]: event.currentTarget.value }))}
    />
  );
}
