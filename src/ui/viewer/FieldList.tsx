import { TextInput, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '#language/t.ts';
import { foundFields, type ShownField } from './found-fields.ts';
import classes from './FieldList.module.css';

interface FieldListProps {
  title: string;
  /** `undefined`: loading. A text: why there are none. */
  fields: readonly ShownField[] | string | undefined;
}

/** The header fields of a slice: code, name and value, searchable and copyable. */
export function FieldList({ title, fields }: FieldListProps) {
  const [search, setSearch] = useState('');
  const { copy } = useClipboard();
  const [copied, setCopied] = useState<string | null>(null);
  const groups = Array.isArray(fields) ? foundFields(fields as readonly ShownField[], search) : [];

  function take(field: ShownField) {
    copy(field.value);
    setCopied(field.code);
  }

  return (
    <section className={classes.list} aria-label={title}>
      <TextInput
        className={classes.search ?? ''}
        size="sm"
        aria-label={t('Search tags')}
        placeholder={t('Name, code or value')}
        leftSection={<IconSearch size={16} stroke={1.5} aria-hidden />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <div className={classes.groups}>
        {typeof fields === 'string' && <p className={classes.none}>{fields}</p>}
        {Array.isArray(fields) && groups.length === 0 && (
          <p className={classes.none}>{t('Nothing here has “{search}” in it.', { search })}</p>
        )}
        {groups.map(({ group, fields: inGroup }) => (
          <div key={group}>
            <h3 className={classes.group}>{group}</h3>
            {inGroup.map((field) => (
              <UnstyledButton
                key={field.code}
                className={classes.field}
                data-copied={copied === field.code || undefined}
                onClick={() => take(field)}
              >
                <VisuallyHidden>{t('Copy')}</VisuallyHidden>
                <span className={classes.name}>{field.name}</span>
                <span className={classes.code}>{copied === field.code ? t('copied') : field.code}</span>
                <bdi className={classes.value}>{field.value}</bdi>
              </UnstyledButton>
            ))}
          </div>
        ))}
      </div>
    </section>
  );
}
