import type { ReactNode } from 'react';

interface ScrolledTableProps {
  label: string;
  className: string | undefined;
  children: ReactNode;
}

/** A region that scrolls, which the keyboard reaches. */
export function ScrolledTable({ label, className, children }: ScrolledTableProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- its arrow keys scroll it
    <div className={className} role="region" aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}
