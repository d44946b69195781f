import type { ReactNode } from 'react';
import { LetterAvatar } from '#ui/LetterAvatar.tsx';
import classes from './NameCell.module.css';
import table from './table.module.css';

interface NameCellProps {
  name: string;
  /** Without one there is no avatar. */
  color?: string;
  /** Behind the name: 'you', 'not in use'. */
  marks?: readonly (string | false)[];
  below?: string;
  /** More lines below the name. */
  children?: ReactNode;
  role?: 'rowheader';
}

/** A user or a team in a list: avatar and name. */
export function NameCell({ name, color, marks = [], below, children, role }: NameCellProps) {
  return (
    <div className={classes.cell} role={role}>
      {color !== undefined && <LetterAvatar name={name} color={color} />}
      <span className={classes.lines}>
        <span className={table.name} title={name}>
          <bdi>{name}</bdi>
          {marks.map((mark) => mark !== false && <span key={mark} className={classes.mark}>{` ${mark}`}</span>)}
        </span>
        {below !== undefined && (
          <span className={classes.below} title={below}>
            {below}
          </span>
        )}
        {children}
      </span>
    </div>
  );
}
