import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import type { ApiUser } from '#contract/api-users.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { SidePanel } from '#ui/side-panel/SidePanel.tsx';
import { useLast } from '#ui/side-panel/use-last.ts';
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

/** One API user beside the list. A key that is shown stays until somebody says that it is stored. */
export function ApiUserPanel({ opened, users, wordsOf, onOpen, onClose }: ApiUserPanelProps) {
  const [key, setKey] = useState<string | null>(null);
  const shown = useLast(opened);
  const user = users?.find(({ id }) => id === shown);
  return (
    <SidePanel
      isOpen={opened !== null}
      title={
        shown === 'new' || user === undefined ? (
          TEXTS.newUser
        ) : (
          <>
            <bdi>{user.name}</bdi> <span className={classes.ofTeam}>{ofTeamText(user.team.title)}</span>
          </>
        )
      }
      closeLabel={TEXTS.close}
      width="32rem"
      mayClose={key === null}
      onClose={onClose}
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
          hasKey={key !== null}
          onDone={onClose}
        />
      ) : (
        users !== undefined && <EmptyState icon={IconAlertTriangle} title={TEXTS.reachedNowhere} />
      )}
    </SidePanel>
  );
}
