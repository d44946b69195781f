import { Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import type { ListedRole } from '#contract/roles.ts';
import { RoleForm } from './RoleForm.tsx';
import classes from './Roles.module.css';
import { TEXTS } from './texts.ts';

interface RolePanelProps {
  /** The role when it was opened. */
  opened: ListedRole | 'new' | null;
  /** The current roles. */
  roles: readonly ListedRole[];
  /** This user may change roles of the server. */
  serverRoles: boolean;
  onClose: () => void;
}

/** One role next to the list; full screen below 992. When it closes, the focus returns to where it was opened. */
export function RolePanel({ opened, roles, serverRoles, onClose }: RolePanelProps) {
  const isWide = useMediaQuery('(min-width: 62em)', undefined, { getInitialValueInEffect: false });
  const [last, setLast] = useState(opened);
  // The last role stays while the panel slides out.
  if (opened !== null && opened !== last) setLast(opened);
  const shown = opened ?? last;
  return (
    <Drawer
      opened={opened !== null}
      onClose={onClose}
      position="right"
      size={isWide ? '46.875rem' : '100%'}
      title={shown === 'new' || shown === null ? TEXTS.newRole : shown.name}
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
      {shown !== null && (
        <RoleForm
          key={shown === 'new' ? 'new' : shown.id}
          role={shown === 'new' ? null : shown}
          roles={roles}
          serverRoles={serverRoles}
          onDone={onClose}
        />
      )}
    </Drawer>
  );
}
