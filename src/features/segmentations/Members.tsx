import { ActionIcon, Switch } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconUserPlus, IconX } from '@tabler/icons-react';
import { callApi } from '#api/call-api.ts';
import { CALLS } from '#contract/calls.ts';
import { translated } from '#language/t.ts';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';
import classes from './Organize.module.css';
import { addToRoleText, addUserText, noUserText, removeUserText, ROLE_NOTES, TEXTS } from './texts.ts';
import type { ShownSegmentation } from './shown-segmentations.ts';
import { useAssignableRoles, useAvailableUsers, useChange, type SaveWrite } from './use-organize.ts';
import { Waits } from './Waits.tsx';

interface MembersProps {
  study: { id: number; uuid: string };
  segmentation: ShownSegmentation;
  save: SaveWrite;
}

/**
 * A box for each role with its members (SEG-022). Only a shared segmentation can get or lose members (SEG-032). That needs the server: an access
 * that is only noted here would not be taken yet.
 */
export function Members({ study, segmentation, save }: MembersProps) {
  const { serverReachable } = useSession<Session>();
  const { busy, change } = useChange();
  const roles = useAssignableRoles();
  const { id, uuid, rbac_enabled: isShared, sharingWaits, may } = segmentation;
  const mayChange = may.share && isShared && !sharingWaits && serverReachable;

  const remove = (userId: number, roleId: number) =>
    change(callApi(CALLS.unassignUser, { params: { segmentationId: String(id), userId: String(userId), roleId: String(roleId) } }));

  return (
    <div className={classes.part}>
      <div className={classes.row}>
        <h3>{TEXTS.members}</h3>
        <div className={classes.row}>
          {sharingWaits && <Waits>{TEXTS.savedLater}</Waits>}
          <Switch
            label={TEXTS.shared}
            labelPosition="left"
            checked={isShared}
            disabled={!may.share}
            onChange={({ currentTarget: { checked: on } }) =>
              save({ kind: 'segmentation-sharing', study: study.uuid, segmentation: uuid, on })
            }
          />
        </div>
      </div>
      {!isShared && <p className={classes.note}>{TEXTS.notShared}</p>}
      {id === null ? (
        <p className={classes.note}>{TEXTS.noNumberYet}</p>
      ) : (
        <>
          {!serverReachable && <p className={classes.note}>{TEXTS.membersNeedServer}</p>}
          <ul className={classes.roles}>
            {roles.map((role) => {
              const members = segmentation.roles[String(role.id)] ?? [];
              return (
                <li key={role.id} className={classes.role} data-role={role.name}>
                  <div>
                    <span className={classes.itemName}>{translated(role.name)}</span>
                    <span className={classes.itemNote}>{ROLE_NOTES[role.id]}</span>
                  </div>
                  <div className={classes.chips}>
                    {members.length === 0 && <span className={classes.dim}>{TEXTS.nobody}</span>}
                    {members.map(({ user_id, name, email }) => (
                      <span key={user_id} className={classes.chip} title={email}>
                        <bdi>{name}</bdi>
                        {mayChange && user_id !== segmentation.user?.id && (
                          <ActionIcon
                            variant="subtle"
                            aria-label={removeUserText(name, translated(role.name))}
                            disabled={busy}
                            onClick={() => void remove(user_id, role.id)}
                          >
                            <IconX size={14} stroke={1.75} aria-hidden />
                          </ActionIcon>
                        )}
                      </span>
                    ))}
                  </div>
                  {mayChange && (
                    <ActionIcon
                      variant="subtle"
                      aria-label={addToRoleText(translated(role.name))}
                      onClick={() =>
                        modals.open({
                          title: TEXTS.addUser,
                          size: 'md',
                          children: <AddUser study={study} segmentation={{ ...segmentation, id }} role={role} />,
                        })
                      }
                    >
                      <IconUserPlus size={18} stroke={1.5} aria-hidden />
                    </ActionIcon>
                  )}
                </li>
              );
            })}
          </ul>
        </>
      )}
    </div>
  );
}

interface AddUserProps {
  study: { id: number };
  segmentation: Pick<ShownSegmentation, 'structure'> & { id: number };
  role: { id: number; name: string };
}

/** Users who can be added to a role. A click adds one, who moves to the box of the role (SEG-024 to SEG-031). */
function AddUser({ study, segmentation, role }: AddUserProps) {
  const { team } = useSession<Session>();
  const { busy, change } = useChange();
  const at = { teamId: team?.id ?? 0, serieId: study.id, segmentationId: segmentation.id, roleId: role.id };
  const { data, isError } = useAvailableUsers(at);

  const add = (userId: number) =>
    change(callApi(CALLS.assignUser, { body: { segmentation_id: segmentation.id, user_id: userId, role_id: role.id } }));

  return (
    <>
      <h3 className={classes.dialogHead}>{addUserText(segmentation.structure.title, translated(role.name))}</h3>
      <p className={classes.note} role="status">
        {data === undefined ? (isError ? TEXTS.usersFailed : TEXTS.loading) : ''}
        {data?.length === 0 && noUserText(translated(role.name), team?.title ?? '')}
      </p>
      <ul className={classes.choices}>
        {data?.map(({ user_id, name, email }) => (
          <li key={user_id}>
            <button type="button" className={classes.choice} disabled={busy} onClick={() => void add(user_id)}>
              <span className={classes.dim}>{user_id}</span>
              <span>{name}</span>
              <span className={classes.dim}>{email}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
