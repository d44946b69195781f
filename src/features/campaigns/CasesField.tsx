import { ActionIcon, Button, Checkbox, Tooltip } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useId, useRef } from 'react';
import { patientNameToText } from '#model/studies/patient-name.ts';
import { CodeChip } from '#ui/CodeChip.tsx';
import { formatCount } from '#ui/format.ts';
import { withCases, type DraftCase } from './campaign-draft.ts';
import classes from './Campaigns.module.css';
import type { ChooseCases } from './choose-cases.ts';
import { knownText, removeCaseText, TEXTS } from './texts.ts';

interface CasesFieldProps {
  cases: readonly DraftCase[];
  error: string | undefined;
  disabled: boolean;
  choose: ChooseCases;
  onChange: (change: (cases: readonly DraftCase[]) => DraftCase[]) => void;
}

/** The cases in their order, with those that are known marked. */
export function CasesField({ cases, error, disabled, choose, onChange }: CasesFieldProps) {
  const [title, note] = [useId(), useId()];
  const add = useRef<HTMLButtonElement>(null);
  return (
    <section className={classes.field} aria-labelledby={title} aria-describedby={note}>
      <div className={classes.fieldHead}>
        <h2 id={title} className={classes.fieldTitle}>
          {TEXTS.cases} <span className={classes.dim}>{formatCount(cases.length)}</span>
        </h2>
        {!disabled && (
          <Button
            ref={add}
            name="cases"
            variant="default"
            leftSection={<IconPlus size={16} stroke={1.5} aria-hidden />}
            onClick={() =>
              choose({
                title: TEXTS.addCasesTitle,
                isIn: ({ uuid }) => cases.some(({ study }) => study === uuid),
                onAdd: (_, studies) => {
                  const added = studies.map(({ uuid, data, modality }) => ({ study: uuid, patientName: data.patientName, modality }));
                  onChange((before) => withCases(before, added));
                  return Promise.resolve(null);
                },
              })
            }
          >
            {TEXTS.addCases}
          </Button>
        )}
      </div>
      <p id={note} className={classes.note}>
        {TEXTS.knownNote}
      </p>
      {error !== undefined && (
        <p className={classes.wrong} role="alert">
          {error}
        </p>
      )}
      {cases.length === 0 ? (
        <p className={classes.none}>{TEXTS.noCases}</p>
      ) : (
        <ol className={classes.cases}>
          {cases.map((each) => {
            const name = each.patientName === null ? TEXTS.gone : patientNameToText(each.patientName) || TEXTS.noName;
            return (
              <li key={each.study} data-case={each.study} data-gone={each.patientName === null || undefined}>
                {each.modality !== '' && <CodeChip code={each.modality} name={TEXTS.modality} />}
                <bdi className={classes.caseName}>{name}</bdi>
                <Checkbox
                  label={TEXTS.known}
                  aria-label={knownText(name)}
                  checked={each.known}
                  disabled={disabled}
                  onChange={({ currentTarget: { checked } }) =>
                    onChange((before) => before.map((other) => (other.study === each.study ? { ...other, known: checked } : other)))
                  }
                />
                {!disabled && (
                  <Tooltip label={removeCaseText(name)}>
                    <ActionIcon
                      aria-label={removeCaseText(name)}
                      onClick={() => {
                        onChange((before) => before.filter(({ study }) => study !== each.study));
                        add.current?.focus();
                      }}
                    >
                      <IconX size={16} stroke={1.5} aria-hidden />
                    </ActionIcon>
                  </Tooltip>
                )}
              </li>
            );
          })}
        </ol>
      )}
    </section>
  );
}
