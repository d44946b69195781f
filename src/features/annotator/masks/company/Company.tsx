import { Tooltip, UnstyledButton } from '@mantine/core';
import { t } from '#language/t.ts';
import { LetterAvatar } from '#ui/LetterAvatar.tsx';
import { goTo } from '#features/annotator/masks/go-to.ts';
import { useWorkstation } from '#features/annotator/workstation.ts';
import classes from './Company.module.css';
import { companyText } from './company-texts.ts';
import { useOthers, useTellOthers } from './use-company.ts';

/** More are counted. */
const MOST_SHOWN = 4;

/** Who else has the segmentation open. A click goes to where that person is. */
export function Company() {
  const workstation = useWorkstation();
  useTellOthers();
  const others = useOthers();
  if (others.length === 0) return null;
  const more = others.length - MOST_SHOWN;
  return (
    <ul className={classes.company} aria-label={t('Also here')}>
      {others.slice(0, MOST_SHOWN).map(({ connection, name, color, slice }) => (
        <li key={connection}>
          <Tooltip label={companyText(name, slice)}>
            <UnstyledButton
              className={classes.person}
              aria-label={companyText(name, slice)}
              aria-disabled={slice === null}
              data-person={slice ?? ''}
              onClick={() => slice !== null && goTo(workstation, [0, 0, slice])}
            >
              <LetterAvatar name={name} color={color} size={24} />
            </UnstyledButton>
          </Tooltip>
        </li>
      ))}
      {more > 0 && <li className={classes.more}>{`+${more}`}</li>}
    </ul>
  );
}
