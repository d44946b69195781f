import { Button, Tooltip, type ButtonProps } from '@mantine/core';
import type { MouseEventHandler, ReactNode, Ref } from 'react';
import { classNames } from './class-names.ts';
import classes from './ServerButton.module.css';

interface ServerButtonProps extends ButtonProps {
  serverReachable: boolean;
  /** Shown if the server cannot be reached. */
  why: string;
  /** The whole sentence, where the button shows a word of it. */
  title?: string;
  /** The form handles the submit. */
  type?: 'submit';
  onClick?: MouseEventHandler<HTMLButtonElement>;
  /** Of the button, as the target of a popover. */
  ref?: Ref<HTMLButtonElement>;
  children: ReactNode;
}

/** For actions that need the server. Without it the button stays focusable, does nothing, and says why. */
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
