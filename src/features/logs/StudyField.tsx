import { CloseButton, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { t } from '#language/t.ts';
import { isUuid } from '#model/uuid.ts';
import classes from './LogFilters.module.css';
import { TEXTS } from './texts.ts';

/** One study by its uuid, as in rows and addresses: a name would appear in the page address. */
export function StudyField({ study, onChange }: { study: string | null; onChange: (study: string | null) => void }) {
  const [typed, setTyped] = useState(study ?? '');
  const [isWrong, setWrong] = useState(false);
  useEffect(() => {
    setTyped(study ?? '');
    setWrong(false);
  }, [study]);

  function say(text: string) {
    const said = text.trim().toLowerCase();
    const isStudy = said === '' || isUuid(said);
    setWrong(!isStudy);
    if (isStudy && said !== (study ?? '')) onChange(said === '' ? null : said);
  }

  return (
    <TextInput
      className={classes.study ?? ''}
      aria-label={TEXTS.study}
      placeholder={TEXTS.study}
      rightSection={
        typed === '' ? null : (
          <CloseButton
            size="sm"
            aria-label={t('Clear {label}', { label: TEXTS.study })}
            onClick={() => {
              setTyped('');
              say('');
            }}
          />
        )
      }
      error={isWrong ? TEXTS.studyWrong : null}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => say(typed)}
      onKeyDown={({ key }) => key === 'Enter' && say(typed)}
    />
  );
}
