import { Anchor } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ConvertedCase } from '#contract/batch.ts';
import { patientNameToText } from '#model/studies/patient-name.ts';
import type { Session } from '#model/session.ts';
import { classNames } from '#ui/class-names.ts';
import { useSession } from '#ui/session-context.tsx';
import { Status } from '#ui/status/Status.tsx';
import classes from '#features/legacy-upload/LegacyPanel.module.css';
import { TEXTS } from '#features/legacy-upload/texts.ts';

/** LEG-030, 031: each case with its result and its link. */
export function Cases({ cases }: { cases: readonly ConvertedCase[] }) {
  return (
    <ul className={classes.cases}>
      {cases.map((one) => (
        <li key={one.uuid} className={classes.case} data-case={one.uuid}>
          <CaseName one={one} />
          {one.dirty && (
            <span className={classes.edited}>
              <IconPencil size={13} stroke={1.75} aria-hidden />
              {TEXTS.edited}
            </span>
          )}
          <span className={classes.caseSeries}>{seriesText(one)}</span>
          <Status word={one.status === null ? 'converting' : one.status === 'converted' ? 'converted' : 'failed'} />
        </li>
      ))}
    </ul>
  );
}

function seriesText({ sub }: ConvertedCase): string {
  const inOrder = sub.toSorted((a, b) => Number(a.seriesNumber) - Number(b.seriesNumber));
  const named = inOrder.map(({ seriesDescription, seriesNumber }) => seriesDescription || String(seriesNumber));
  return named.filter((name) => name !== '').join(', ');
}

/** given (LEG-030); links to the study's panel, which `r:studies` opens (docs/decisions/425). */
function CaseName({ one }: { one: ConvertedCase }) {
  const { permissions } = useSession<Session>();
  const name = patientNameToText(one.data.patientName) || TEXTS.noName;
  if (one.status === null || !permissions.has('r:studies')) return <bdi className={classes.name}>{name}</bdi>;
  return (
    <Anchor
      className={classNames(classes.name, classes.link)}
      aria-label={TEXTS.openStudy(name)}
      renderRoot={(props) => <Link to="/serie/organize/$uuid" params={{ uuid: one.uuid }} {...props} />}
    >
      <bdi>{name}</bdi>
    </Anchor>
  );
}
