import { Button, Tooltip, type ButtonProps } from '@mantine/core';
import type { MouseEventHandler, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import classes from './ServerButton.module.css';

interface ServerButtonProps extends ButtonProps {
  serverReachable: boolean;
  /** Said where the server is not reached. */
  why: string;
  /** What a form does when it is submitted stays with the form. */
  type?: 'submit';
  onClick?: MouseEventHandler<HTMLButtonElement>;
  children: ReactNode;
}

/** For what only the server can do. Without it the button stays where the keyboard finds it, does nothing, and says why. */
export function ServerButton({ serverReachable, why, onClick, className, ...rest }: ServerButtonProps) {
  return (
    <Tooltip label={why} disabled={serverReachable}>
      <Button
        {...rest}
        className={classNames(classes.button, className)}
        aria-disabled={!serverReachable}
        data-away={!serverReachable || undefined}
        onClick={(event) => serverReachable && onClick?.(event)}
      />
    </Tooltip>
  );
}
