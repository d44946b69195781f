import { PasswordInput, TextInput, type PasswordInputProps, type TextInputProps } from '@mantine/core';
import { TEXTS } from './texts.ts';

/** The address for the sign-in. */
export function EmailField(props: TextInputProps) {
  return (
    <TextInput size="lg" label={TEXTS.email} type="email" autoComplete="username" autoCapitalize="none" spellCheck={false} {...props} />
  );
}

type PasswordFieldProps = PasswordInputProps & {
  /** Tells password managers whether to fill in a password or to propose a new one. */
  autoComplete: 'current-password' | 'new-password';
};

export function PasswordField(props: PasswordFieldProps) {
  return <PasswordInput size="lg" label={TEXTS.password} {...props} />;
}
