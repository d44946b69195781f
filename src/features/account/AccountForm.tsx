import { Alert, Button } from '@mantine/core';
import { IconAlertOctagon } from '@tabler/icons-react';
import { useEffect, useRef, type FormEvent, type ReactNode } from 'react';
import classes from './AccountForm.module.css';

interface AccountFormProps {
  title: string;
  submit: string;
  submitting: boolean;
  /** Why the last attempt failed; announced immediately. */
  error: string | null;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  children: ReactNode;
  after?: ReactNode;
}

/** The layout of every account page: title, fields of 44 px, one filled button, then quiet links. */
export function AccountForm({ title, submit, submitting, error, onSubmit, children, after }: AccountFormProps) {
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (error !== null) alert.current?.scrollIntoView({ block: 'nearest' });
  }, [error]);
  return (
    <form className={classes.form} onSubmit={onSubmit} noValidate>
      <h1 className={classes.title}>{title}</h1>
      {children}
      <div ref={alert} className={classes.alert}>
        {error !== null && <Alert color="coral" icon={<IconAlertOctagon size={18} aria-hidden />} title={error} />}
      </div>
      <Button type="submit" size="lg" fullWidth loading={submitting} className={classes.submit ?? ''}>
        {submit}
      </Button>
      {after}
    </form>
  );
}

/** Quiet links below the button, at both ends of the line. */
export function AccountLinks({ children }: { children: ReactNode }) {
  return <div className={classes.links}>{children}</div>;
}
