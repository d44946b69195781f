import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { t } from '#language/t.ts';
import { formatCount } from '#ui/format.ts';
import classes from './Pager.module.css';

interface PagerProps {
  page: number;
  perPage: number;
  total: number;
  onPage: (page: number) => void;
}

/** `1–15 of 86` with previous and next. */
export function Pager({ page, perPage, total, onPage }: PagerProps) {
  if (total === 0) return null;
  const first = (page - 1) * perPage + 1;
  const last = Math.min(total, page * perPage);
  const pages = Math.ceil(total / perPage);
  return (
    <nav className={classes.pager} aria-label={t('Pages')}>
      <span className={classes.range}>
        {t('{first}–{last} of {total}', { first: formatCount(first), last: formatCount(last), total: formatCount(total) })}
      </span>
      <ActionIcon className={classes.step ?? ''} aria-label={t('Previous page')} disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <IconChevronLeft size={18} stroke={1.5} />
      </ActionIcon>
      <ActionIcon className={classes.step ?? ''} aria-label={t('Next page')} disabled={page >= pages} onClick={() => onPage(page + 1)}>
        <IconChevronRight size={18} stroke={1.5} />
      </ActionIcon>
    </nav>
  );
}
