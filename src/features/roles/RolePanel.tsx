import type { ListedRole } from '#contract/roles.ts';
import { translated } from '#language/t.ts';
import { SidePanel } from '#ui/side-panel/SidePanel.tsx';
import { useLast } from '#ui/side-panel/use-last.ts';
import { RoleForm } from './RoleForm.tsx';
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

/** One role beside the list. */
export function RolePanel({ opened, roles, serverRoles, onClose }: RolePanelProps) {
  const shown = useLast(opened);
  return (
    <SidePanel
      isOpen={opened !== null}
      title={shown === 'new' || shown === null ? TEXTS.newRole : translated(shown.name)}
      closeLabel={TEXTS.close}
      width="46.875rem"
      onClose={onClose}
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
    </SidePanel>
  );
}
