import { Kbd, Menu, UnstyledButton } from '@mantine/core';
import { keyNames } from '#ui/key-names.ts';
import { Sheet } from '#ui/Sheet.tsx';
import { actText, menuTitle, TEXTS, WHY_NOT_TEXTS } from '#features/files/texts.ts';
import { ACT_ICONS } from './act-icons.ts';
import { fileActs, whyNot, type ActSituation, type FileAct, type FileActId } from './file-acts.ts';
import classes from './Acts.module.css';

interface ActsMenuProps {
  /** A point of the window; null: closed. */
  at: { x: number; y: number } | null;
  isPhone: boolean;
  situation: ActSituation;
  /** Name of the only target. */
  name: string | null;
  onAct: (act: FileActId) => void;
  onClose: () => void;
}

/** All acts of a pane: at the pointer, or from the lower edge of a phone. What cannot be done says why. */
export function ActsMenu({ at, isPhone, situation, name, onAct, onClose }: ActsMenuProps) {
  const acts = fileActs(situation.isBin).map((act) => ({ act, why: whyNot(act.id, situation) }));
  const title = menuTitle(situation.targets.length, name);
  if (isPhone)
    return (
      <Sheet opened={at !== null} onClose={onClose} title={title}>
        <ul className={classes.sheet}>
          {acts.map(({ act, why }) => (
            <li key={act.id}>
              <UnstyledButton
                className={classes.sheetAct ?? ''}
                data-act={act.id}
                disabled={why !== null}
                onClick={() => {
                  onClose();
                  onAct(act.id);
                }}
              >
                <ActWords act={act} to={situation.to} />
                {why !== null && <span className={classes.why}>{WHY_NOT_TEXTS[why]}</span>}
              </UnstyledButton>
            </li>
          ))}
        </ul>
      </Sheet>
    );
  const reasons = [...new Set(acts.flatMap(({ why }) => (why === 'offline' || why === 'root' || why === 'nowhere' ? [why] : [])))];
  return (
    <Menu opened={at !== null} onChange={(isOpen) => !isOpen && onClose()} position="bottom-start" width={260} offset={2}>
      <Menu.Target>
        <button
          type="button"
          className={classes.point}
          style={{ left: at?.x ?? 0, top: at?.y ?? 0 }}
          tabIndex={-1}
          aria-label={TEXTS.actionsOf}
        />
      </Menu.Target>
      <Menu.Dropdown>
        {reasons.map((reason) => (
          <Menu.Label key={reason}>{WHY_NOT_TEXTS[reason]}</Menu.Label>
        ))}
        {acts.map(({ act, why }) => {
          const ActIcon = ACT_ICONS[act.id];
          return (
            <Menu.Item
              key={act.id}
              disabled={why !== null}
              {...(isDestroying(act.id) ? { color: 'coral' } : {})}
              leftSection={<ActIcon size={16} stroke={1.5} aria-hidden />}
              rightSection={<Kbd>{keyNames(act.key)}</Kbd>}
              onClick={() => onAct(act.id)}
            >
              {actText(act.id, situation.to)}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}

function ActWords({ act: { id }, to }: { act: FileAct; to: string | null }) {
  const ActIcon = ACT_ICONS[id];
  return (
    <>
      <ActIcon size={20} stroke={1.5} aria-hidden />
      <span className={classes.words}>{actText(id, to)}</span>
    </>
  );
}

export const isDestroying = (act: FileActId): boolean => act === 'delete' || act === 'erase';
