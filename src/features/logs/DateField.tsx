import { CloseButton, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { t } from '#language/t.ts';
import { parseFilterDate } from './filter-date.ts';
import classes from './LogFilters.module.css';
import { TEXTS } from './texts.ts';

interface DateFieldProps {
  label: string;
  /** As in the address; '' for none. */
  value: string;
  onChange: (value: string) => void;
}

/** One end of a time span, in the format of filters (CONST-08, 10). An invalid date shows an error and changes nothing. */
export function DateField({ label, value, onChange }: DateFieldProps) {
  const [typed, setTyped] = useState(value);
  const [isWrong, setWrong] = useState(false);
  useEffect(() => {
    setTyped(value);
    setWrong(false);
  }, [value]);

  function say(text: string) {
    const said = text.trim();
    const isDate = said === '' || parseFilterDate(said) !== null;
    setWrong(!isDate);
    if (isDate && said !== value) onChange(said);
  }

  return (
    <TextInput
      className={classes.date ?? ''}
      aria-label={label}
      placeholder={TEXTS.dateFormat}
      leftSection={
        <span className={classes.dateEnd} aria-hidden>
          {label}
        </span>
      }
      leftSectionWidth={48}
      leftSectionPointerEvents="none"
      rightSection={
        typed === '' ? null : (
          <CloseButton
            size="sm"
            aria-label={t('Clear {label}', { label })}
            onClick={() => {
              setTyped('');
              say('');
            }}
          />
        )
      }
      error={isWrong ? TEXTS.dateWrong : null}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => say(typed)}
      onKeyDown={({ key }) => key === 'Enter' && say(typed)}
    />
  );
}
