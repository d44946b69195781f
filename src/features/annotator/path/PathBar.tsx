import { ActionIcon, Tooltip } from '@mantine/core';
import { IconArrowBackUp, IconTrash } from '@tabler/icons-react';
import { useStation, useWorkstation } from '#features/annotator/workstation.ts';
import { curveThrough } from '#model/pictures/path-curve.ts';
import { PATH_TEXTS } from './path-texts.ts';
import classes from './PathBar.module.css';
import { AlongButton, drawnText } from './PathControls.tsx';
import { changePath, useWhyNotAlong } from './use-path.ts';

/** What can be done with the path while its tool is chosen: without keys, too. */
export function PathBar() {
  const workstation = useWorkstation();
  const isChosen = useStation(({ tool }) => tool === 'path');
  const path = useStation((now) => now.path);
  const why = useWhyNotAlong();
  if (!isChosen) return null;
  const curve = path && curveThrough(path.points);
  return (
    <section className={classes.bar} aria-label={PATH_TEXTS.drawing}>
      <p className={classes.words} role="status" data-path-words>
        {drawnText(path, PATH_TEXTS.hint)}
        {curve !== null && why !== null && ` ${why}`}
      </p>
      {curve !== null && <AlongButton variant="filled" />}
      {path !== null && (
        <>
          <PathButton name={PATH_TEXTS.drop} Icon={IconArrowBackUp} onClick={() => changePath(workstation, 'drop')} />
          <PathButton name={PATH_TEXTS.remove} Icon={IconTrash} onClick={() => changePath(workstation, 'delete')} />
        </>
      )}
    </section>
  );
}

function PathButton({ name, Icon, onClick }: { name: string; Icon: typeof IconTrash; onClick: () => void }) {
  return (
    <Tooltip label={name}>
      <ActionIcon size={32} variant="default" aria-label={name} onClick={onClick}>
        <Icon size={18} stroke={1.5} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
