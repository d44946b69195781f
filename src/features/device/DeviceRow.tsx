import type { ReactNode } from 'react';
import { formatBytes } from '#ui/format.ts';
import classes from './DevicePage.module.css';

interface DeviceRowProps {
  title: ReactNode;
  note?: ReactNode;
  /** Plain bytes; zero is not shown. */
  bytes?: number;
  action?: ReactNode;
}

/** One kind of stored data: what it is, what happens to it, its size, and its one action. */
export function DeviceRow({ title, note, bytes, action }: DeviceRowProps) {
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <span className={classes.title}>{title}</span>
        {note !== undefined && <span className={classes.note}>{note}</span>}
      </div>
      <span className={classes.bytes}>{bytes !== undefined && bytes > 0 && formatBytes(bytes)}</span>
      <div className={classes.action}>{action}</div>
    </li>
  );
}
