import { Kbd, Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { useMediaQuery } from '@mantine/hooks';
import { IconSearch, IconShieldCog } from '@tabler/icons-react';
import { useOpening } from '#app/keys/FrameKeys.tsx';
import { areaOf, isAdministration, sidebarGroups, type SidebarGroup } from '#app/routes/route-table.ts';
import { isReady } from '#app/session/session-state.ts';
import { useReachability, useSessionState } from '#app/session/visit-context.tsx';
import { TEXTS } from '#app/texts.ts';
import { OpenReviews } from '#features/tasks/reviews/OpenReviews.tsx';
import { OpenTasks } from '#features/tasks/OpenTasks.tsx';
import { t } from '#language/t.ts';
import { keyNames } from '#ui/key-names.ts';
import { Lamp } from '#ui/status/Lamp.tsx';
import { FavoritesSlot } from '#app/frame/slots/FavoritesSlot.tsx';
import { NotificationsSlot } from '#app/frame/slots/NotificationsSlot.tsx';
import classes from './Sidebar.module.css';
import { SidebarSkeleton } from './SidebarSkeleton.tsx';
import { StorageUsed } from './StorageUsed.tsx';
import { TeamMenu } from './TeamMenu.tsx';
import { lampOf, useWaitingWork } from '#app/frame/waiting-work.ts';

/** SIDE: shown when user, team and permissions are known; until then the skeleton. */
export function Sidebar() {
  const state = useSessionState();
  const area = useLocation({ select: ({ pathname }) => areaOf(pathname) });
  const isRail = useMediaQuery('(max-width: 74.99em)', false, { getInitialValueInEffect: false });
  // Phones do not show the sidebar; the header and the sheet hold its contents.
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  if (!isReady(state)) return <SidebarSkeleton />;
  return (
    <aside className={classes.sidebar} aria-label={t('Team and areas')}>
      <TeamMenu compact={isRail} />
      <div className={classes.tools}>
        <SearchButton isRail={isRail} />
        {!isPhone && (
          <>
            <FavoritesSlot isRail={isRail} />
            <NotificationsSlot isRail={isRail} />
          </>
        )}
      </div>
      <nav className={classes.items} aria-label={t('Areas')}>
        {sidebarGroups(state.permissions.list).map(({ name, items }) => (
          <div key={name} className={classes.group} {...(name === null ? {} : { role: 'group', 'aria-label': GROUP_TEXTS[name] })}>
            {name === ADMINISTRATION && state.permissions.list.has('admin') ? (
              <AdministrationHead isHere={isAdministration(area)} isRail={isRail} />
            ) : (
              name !== null && (
                <span className={classes.caption} aria-hidden>
                  {GROUP_TEXTS[name]}
                </span>
              )
            )}
            {items.map(({ path, item }) => (
              <Tooltip key={path} label={item.label} position="right" events={{ hover: isRail, focus: isRail, touch: isRail }}>
                <Link
                  to={path}
                  className={classes.item}
                  {...(area === path ? { 'aria-current': 'page' } : {})}
                  {...(isRail ? { 'aria-label': item.label } : {})}
                >
                  <item.icon size={18} stroke={1.5} aria-hidden />
                  <span className={classes.label}>{item.label}</span>
                  {path === MY_WORK && <OpenTasks className={classes.count} />}
                  {path === REVIEWS && <OpenReviews className={classes.count} />}
                </Link>
              </Tooltip>
            ))}
          </div>
        ))}
      </nav>
      <SidebarFoot isRail={isRail} mayUpload={state.permissions.list.has('r:upload-v2')} />
    </aside>
  );
}

const ADMINISTRATION = 'Administration';

const GROUP_TEXTS: Readonly<Record<SidebarGroup, string>> = {
  Annotation: t('Annotation'),
  AI: t('AI'),
  Team: t('Team'),
  Administration: TEXTS.administration,
};

/** The start page of administration, marked on its pages without an item too (design.md §18). */
function AdministrationHead({ isHere, isRail }: { isHere: boolean; isRail: boolean }) {
  return (
    <Tooltip label={TEXTS.administration} position="right" events={{ hover: isRail, focus: isRail, touch: isRail }}>
      <Link
        to="/admin"
        className={classes.item}
        activeOptions={ONLY_ITSELF}
        {...(isHere ? { 'aria-current': 'page' as const } : {})}
        {...(isRail ? { 'aria-label': TEXTS.administration } : {})}
      >
        <IconShieldCog size={18} stroke={1.5} aria-hidden />
        <span className={classes.label}>{TEXTS.administration}</span>
      </Link>
    </Tooltip>
  );
}

/** The router would mark the link on every page below it. */
const ONLY_ITSELF = { exact: true } as const;

const MY_WORK = '/my-work';
const REVIEWS = '/reviews';

function SearchButton({ isRail }: { isRail: boolean }) {
  const { openSearch } = useOpening();
  return (
    <Tooltip label={`${TEXTS.commandSearch} (${keyNames('Ctrl K')})`} position="right">
      <UnstyledButton className={classes.search ?? ''} aria-keyshortcuts="Control+K" aria-haspopup="dialog" onClick={openSearch}>
        <IconSearch size={18} stroke={1.5} aria-hidden />
        <VisuallyHidden>{TEXTS.commandSearch}</VisuallyHidden>
        {!isRail && <Kbd aria-hidden>{keyNames('Ctrl K')}</Kbd>}
      </UnstyledButton>
    </Tooltip>
  );
}

/** The lamp, which opens the list of waiting studies. */
function SidebarFoot({ isRail, mayUpload }: { isRail: boolean; mayUpload: boolean }) {
  const { reachable } = useReachability();
  const work = useWaitingWork();
  if (work === undefined) return <div className={classes.foot} />;
  const { state, words, note } = lampOf(work, reachable);
  const lamp = <Lamp state={state} words={words} note={note} compact={isRail} />;
  return (
    <div className={classes.foot}>
      {mayUpload ? (
        <Link to="/upload-v2" className={classes.lamp} data-state={state} {...(isRail ? { title: words } : {})}>
          {lamp}
        </Link>
      ) : (
        <div className={classes.lamp}>{lamp}</div>
      )}
      <StorageUsed isRail={isRail} />
    </div>
  );
}
