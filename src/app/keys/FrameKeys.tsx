import { useNavigate } from '@tanstack/react-router';
import { createContext, use, useEffect, useMemo, useState, type ReactNode } from 'react';
import { sidebarItems } from '#app/routes/route-table.ts';
import { isReady } from '#app/session/session-state.ts';
import { useSessionState, useVisit } from '#app/session/visit-context.tsx';
import { useSignOut } from '#app/session/use-sign-out.tsx';
import { TEXTS } from '#app/texts.ts';
import { areLetterKeysOn } from '#ui/browser/letter-keys.ts';
import type { Command } from './commands.ts';
import { CommandSearch } from './CommandSearch.tsx';
import { createFrameKeys, type FrameKey } from './frame-keys.ts';
import { KeyMap } from './KeyMap.tsx';
import { keyPressOf } from './key-press.ts';

interface Opening {
  openSearch: () => void;
  openMap: () => void;
}

const OpeningContext = createContext<Opening>({ openSearch: () => undefined, openMap: () => undefined });

/** For the buttons that do the same as the keys. */
export function useOpening(): Opening {
  return use(OpeningContext);
}

/** The keys of every page. */
export function FrameKeys({ children }: { children: ReactNode }) {
  const [opened, setOpened] = useState<'search' | 'map' | null>(null);
  const opening = useMemo(() => ({ openSearch: () => setOpened('search'), openMap: () => setOpened('map') }), []);
  const close = () => setOpened(null);
  const navigate = useNavigate();
  const { lock } = useVisit();
  const areas = useAreas();
  const commands = useCommands(opening.openMap);
  const mayReadStudies = areas.some(({ path }) => path === '/studies-v2');

  useEffect(() => {
    const frameKeys = createFrameKeys({
      pathOf: (letter) => areas.find(({ key }) => key === letter)?.path,
      areLettersOn: areLetterKeysOn,
    });
    function carryOut(key: FrameKey) {
      if (key.act === 'go') void navigate({ to: key.path });
      else if (key.act === 'lock') lock.lockNow();
      else setOpened(key.act);
    }
    function listen(event: KeyboardEvent) {
      const found = event.repeat || event.isComposing ? null : frameKeys(keyPressOf(event));
      if (!found) return;
      // Before the focused row handles it: the letter after a G is not meant for the row.
      event.preventDefault();
      event.stopPropagation();
      carryOut(found);
    }
    addEventListener('keydown', listen, { capture: true });
    return () => removeEventListener('keydown', listen, { capture: true });
  }, [areas, navigate, lock]);

  return (
    <OpeningContext value={opening}>
      {children}
      <KeyMap opened={opened === 'map'} onClose={close} areas={areas} />
      <CommandSearch
        opened={opened === 'search'}
        onClose={close}
        commands={commands}
        onSearchStudies={mayReadStudies ? (search) => void navigate({ to: '/studies-v2', search: { search } }) : null}
      />
    </OpeningContext>
  );
}

interface Area {
  path: string;
  label: string;
  key: string;
}

/** The areas of the sidebar. */
function useAreas(): readonly Area[] {
  const state = useSessionState();
  const permissions = isReady(state) ? state.permissions.list : null;
  return useMemo(
    () => (permissions ? sidebarItems(permissions).map(({ path, item: { label, key } }) => ({ path, label, key })) : []),
    [permissions],
  );
}

function useCommands(openMap: () => void): Command[] {
  const navigate = useNavigate();
  const { site, switchTeam, lock } = useVisit();
  const state = useSessionState();
  const signOut = useSignOut();
  const areas = useAreas();
  const goTo = (path: string, label: string, keys?: string): Command => ({
    id: path,
    label,
    ...(keys === undefined ? {} : { keys }),
    run: () => void navigate({ to: path }),
  });
  const teams = isReady(state) ? state.user.teams.filter(({ slug }) => slug !== site.team) : [];
  return [
    ...areas.map(({ path, label, key }) => goTo(path, label, `G ${key}`)),
    goTo('/dashboard', TEXTS.dashboard),
    goTo('/device', TEXTS.onThisDevice),
    ...teams.map(({ slug, title }) => ({ id: `team:${slug}`, label: `${TEXTS.switchTo} ${title}`, run: () => switchTeam(slug) })),
    { id: 'keys', label: TEXTS.keys, keys: '?', run: openMap },
    { id: 'lock', label: TEXTS.lockNow, keys: 'Ctrl Shift L', run: lock.lockNow },
    { id: 'sign-out', label: TEXTS.signOut, run: () => void signOut() },
  ];
}
