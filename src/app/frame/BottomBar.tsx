import { UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDots } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { areaOf, phoneItems } from '#app/routes/route-table.ts';
import { isReady } from '#app/session/session-state.ts';
import { useSessionState } from '#app/session/visit-context.tsx';
import { TEXTS } from '#app/texts.ts';
import { t } from '#language/t.ts';
import { Sheet } from '#ui/Sheet.tsx';
import classes from './BottomBar.module.css';
import { MoreSheet } from './sidebar/MoreSheet.tsx';

/** Replaces the sidebar below 768 px (design.md §7). */
export function BottomBar() {
  const state = useSessionState();
  const area = useLocation({ select: ({ pathname }) => areaOf(pathname) });
  const [isOpen, { open, close }] = useDisclosure(false);
  if (!isReady(state)) return <div className={classes.bar} aria-busy="true" />;
  return (
    <>
      <nav className={classes.bar} aria-label={t('Areas')}>
        {phoneItems(state.permissions.list).bar.map(({ path, item }) => (
          <Link key={path} to={path} className={classes.goal} {...(area === path ? { 'aria-current': 'page' } : {})}>
            <item.icon size={22} stroke={1.5} aria-hidden />
            {item.label}
          </Link>
        ))}
        <UnstyledButton className={classes.goal ?? ''} onClick={open} aria-haspopup="dialog">
          <IconDots size={22} stroke={1.5} aria-hidden />
          {TEXTS.more}
        </UnstyledButton>
      </nav>
      <Sheet opened={isOpen} onClose={close} title={TEXTS.more}>
        <MoreSheet onDone={close} />
      </Sheet>
    </>
  );
}
