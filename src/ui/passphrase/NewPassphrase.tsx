import { PasswordInput } from '@mantine/core';
import { t } from '#language/t.ts';
import { PASSPHRASE_CHARACTERS, type PassphraseFault } from './passphrase.ts';

export const PASSPHRASE_TEXTS = {
  passphrase: t('Passphrase'),
  again: t('Passphrase again'),
  hint: t('At least {count} characters. Several words that nobody guesses are a good choice.', { count: PASSPHRASE_CHARACTERS }),
} as const;

const FAULTS: Record<PassphraseFault, string> = {
  short: t('It has fewer than {count} characters.', { count: PASSPHRASE_CHARACTERS }),
  'same-characters': t('It repeats the same few characters.'),
  differs: t('The two passphrases differ.'),
};

interface NewPassphraseProps {
  passphrase: string;
  again: string;
  fault: PassphraseFault | null;
  disabled: boolean;
  onPassphrase: (passphrase: string) => void;
  onAgain: (again: string) => void;
}

/** Two fields for a passphrase that seals a file, with what is wrong with it. */
export function NewPassphrase({ passphrase, again, fault, disabled, onPassphrase, onAgain }: NewPassphraseProps) {
  return (
    <>
      <PasswordInput
        label={PASSPHRASE_TEXTS.passphrase}
        description={PASSPHRASE_TEXTS.hint}
        autoComplete="new-password"
        value={passphrase}
        error={fault !== null && fault !== 'differs' ? FAULTS[fault] : null}
        disabled={disabled}
        data-autofocus
        onChange={(event) => onPassphrase(event.currentTarget.value)}
      />
      <PasswordInput
        label={PASSPHRASE_TEXTS.again}
        autoComplete="new-password"
        value={again}
        error={fault === 'differs' ? FAULTS[fault] : null}
        disabled={disabled}
        onChange={(event) => onAgain(event.currentTarget.value)}
      />
    </>
  );
}
