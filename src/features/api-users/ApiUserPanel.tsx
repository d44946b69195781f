import { Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import type { ApiUser } from '#contract/api-users.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { ApiUserForm } from './ApiUserForm.tsx';
import classes from './ApiUsers.module.css';
import type { Opened } from './ApiUsersPage.tsx';
import { KeyOnce } from './KeyOnce.tsx';
import { ofTeamText, TEXTS } from './texts.ts';

/** The name of a permission, and what it allows, in plain words. */
export type WordsOf = (permission: string) => { name: string; opens: string };

interface ApiUserPanelProps {
  opened: Opened | null;
  /** Undefined while loading. */
  users: readonly ApiUser[] | undefined;
  wordsOf: WordsOf;
  onOpen: (id: number) => void;
  onClose: () => void;
}

/** One API user beside the list; full screen below 992. A key that is shown stays until somebody says that it is stored. */
export function ApiUserPanel({ opened, users, wordsOf, onOpen, onClose }: ApiUserPanelProps) {
  const isWide = useMediaQuery('(min-width: 62em)', undefined, { getInitialValueInEffect: false });
  const [last, setLast] = useState(opened);
  const [key, setKey] = useState<string | null>(null);
  // What was open stays while the panel slides out.
  if (opened !== null && opened !== last) setLast(opened);
  const shown = opened ?? last;
  const user = users?.find(({ id }) => id === shown);
  const mayClose = key === null;
  return (
    <Drawer
      opened={opened !== null}
      onClose={() => mayClose && onClose()}
      withCloseButton={mayClose}
      closeOnEscape={mayClose}
      closeOnClickOutside={mayClose}
      position="right"
      size={isWide ? '32rem' : '100%'}
      title={
        shown === 'new' || user === undefined ? (
          TEXTS.newUser
        ) : (
          <>
            <bdi>{user.name}</bdi> <span className={classes.ofTeam}>{ofTeamText(user.team.title)}</span>
          </>
        )
      }
      classNames={{
        content: classes.panel ?? '',
        header: classes.panelHead ?? '',
        body: classes.panelBody ?? '',
        title: classes.panelTitle ?? '',
      }}
      overlayProps={{ backgroundOpacity: 0.2 }}
      closeButtonProps={{ 'aria-label': TEXTS.close }}
      transitionProps={{ duration: 220 }}
    >
      {key !== null && <KeyOnce value={key} onStored={() => setKey(null)} />}
      {shown === 'new' || user !== undefined ? (
        <ApiUserForm
          key={user?.id ?? 'new'}
          user={user ?? null}
          wordsOf={wordsOf}
          onKey={(made, id) => {
            setKey(made);
            onOpen(id);
          }}
          hasKey={!mayClose}
          onDone={onClose}
        />
      ) : (
        users !== undefined && <EmptyState icon={IconAlertTriangle} title={TEXTS.reachedNowhere} />
      )}
    </Drawer>
  );
}
