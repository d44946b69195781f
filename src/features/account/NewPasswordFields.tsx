import type { UseFormReturnType } from '@mantine/form';
import { PasswordField } from './SignInFields.tsx';
import { TEXTS } from './texts.ts';
import { isNewPassword } from './validate.ts';

export interface NewPassword {
  password: string;
  password_confirmation: string;
}

export const NEW_PASSWORD_CHECKS = {
  password: isNewPassword,
  password_confirmation: (again: string, { password }: NewPassword) => (again === password ? null : TEXTS.notTheSame),
};

/** A new password, entered twice. */
export function NewPasswordFields<F extends NewPassword>({ form, size = 'lg' }: { form: UseFormReturnType<F>; size?: 'lg' | 'sm' }) {
  return (
    <>
      <PasswordField
        size={size}
        label={TEXTS.newPassword}
        autoComplete="new-password"
        key={form.key('password')}
        {...form.getInputProps('password')}
      />
      <PasswordField
        size={size}
        label={TEXTS.passwordAgain}
        autoComplete="new-password"
        key={form.key('password_confirmation')}
        {...form.getInputProps('password_confirmation')}
      />
    </>
  );
}
