import { CloseButton, Kbd, TextInput } from '@mantine/core';
import { useDebouncedCallback, useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { t } from '#language/t.ts';
import { useLetterKeys } from '#ui/browser/letter-keys.ts';
import classes from './SearchField.module.css';

const DEBOUNCE_MS = 300;

/**
 * Typed text reaches the address after a pause or when the field is left; an address changed by back or a link reaches the field. A row that is
 * pressed is opened first: a new search scrolls the list back to its start, so that the click would open another row or none.
 */
export function SearchField({ label, search, onSearch }: { label: string; search: string; onSearch: (search: string) => void }) {
  const [typed, setTyped] = useState(search);
  const field = useRef<HTMLInputElement>(null);
  /** The last value sent to the address. It returns a moment later, when more may have been typed. */
  const told = useRef(search);
  /** Where it was typed. */
  const path = useRef('');
  const report = useDebouncedCallback((text: string) => {
    // The pressed row is opening another page.
    if (location.pathname !== path.current) return;
    told.current = text;
    onSearch(text);
  }, DEBOUNCE_MS);
  useEffect(() => {
    if (search === told.current) return;
    told.current = search;
    setTyped(search);
  }, [search]);
  useEffect(() => {
    const listening = new AbortController();
    const options = { capture: true, signal: listening.signal };
    const press = ({ target }: MouseEvent) => {
      if (!report.isPending() || !(target instanceof Element) || target.closest('[data-list]') === null) return;
      report.cancel();
      addEventListener('mouseup', () => report(field.current?.value.trim() ?? ''), { ...options, once: true });
    };
    addEventListener('mousedown', press, options);
    return () => listening.abort();
  }, [report]);
  const [areLettersOn] = useLetterKeys();
  useHotkeys(areLettersOn ? [['/', () => field.current?.focus()]] : []);

  function type(text: string) {
    path.current = location.pathname;
    setTyped(text);
    report(text.trim());
  }

  return (
    <TextInput
      ref={field}
      className={classes.field ?? ''}
      type="search"
      role="searchbox"
      aria-label={label}
      aria-keyshortcuts="/"
      placeholder={label}
      leftSection={<IconSearch size={16} stroke={1.5} aria-hidden />}
      rightSection={
        typed === '' ? (
          areLettersOn && (
            <Kbd className={classes.key ?? ''} aria-hidden>
              /
            </Kbd>
          )
        ) : (
          <CloseButton size="md" aria-label={t('Clear the search')} onClick={() => type('')} />
        )
      }
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      // A filter that is chosen right after typing must find the text in the address.
      onBlur={() => report.flush()}
    />
  );
}
