import { PasswordInput, TextInput, type PasswordInputProps, type TextInputProps } from '@mantine/core';
import { TEXTS } from './texts.ts';

/** The address that a person signs in with. */
export function EmailField(props: TextInputProps) {
  return (
    <TextInput size="lg" label={TEXTS.email} type="email" autoComplete="username" autoCapitalize="none" spellCheck={false} {...props} />
  );
}

type PasswordFieldProps = PasswordInputProps & {
  /** Password managers fill in the one and propose the other. */
  autoComplete: 'current-password' | 'new-password';
};

export function PasswordField(props: PasswordFieldProps) {
  return <PasswordInput size="lg" label={TEXTS.password} {...props} />;
}
