import { t } from '#language/t.ts';
import { ProgressBar } from '#ui/upload/ProgressBar.tsx';
import classes from './FreeSpace.module.css';
import { TEXTS, roomInStudiesText, roomText } from '#features/upload/texts.ts';
import type { StorageSpace } from './use-storage-space.ts';

/** The free space on this device, in bytes and in studies, and whether the browser has promised to keep it. */
export function FreeSpace({ room }: { room: StorageSpace }) {
  const used = room.totalBytes - room.freeBytes;
  return (
    <div className={classes.room}>
      <div className={classes.line}>
        <span>{TEXTS.room}</span>
        <span className={classes.value}>{roomText(room.freeBytes, room.totalBytes)}</span>
      </div>
      <ProgressBar parts={[{ amount: used, tone: 'still' }]} total={room.totalBytes} label={t('Storage on this device, used')} />
      <div className={classes.note}>{roomInStudiesText(room.freeBytes)}</div>
      {room.isKept !== null && <div className={classes.note}>{room.isKept ? TEXTS.kept : TEXTS.notKept}</div>}
    </div>
  );
}
