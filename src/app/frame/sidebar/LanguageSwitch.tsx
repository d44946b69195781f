import { SegmentedControl } from '@mantine/core';
import { useVisit } from '#app/session/visit-context.tsx';
import { TEXTS } from '#app/texts.ts';
import { currentLanguage } from '#language/current-language.ts';
import { LANGUAGES, type Language } from '#language/languages.ts';

/** Each language under its own name, so that everybody finds theirs. */
export function LanguageSwitch({ fullWidth = false }: { fullWidth?: boolean }) {
  const { chooseLanguage } = useVisit();
  return (
    <SegmentedControl
      aria-label={TEXTS.language}
      size="xs"
      fullWidth={fullWidth}
      data={LANGUAGES.map(({ tag, name }) => ({ value: tag, label: name }))}
      value={currentLanguage()}
      onChange={(tag) => chooseLanguage(tag as Language)}
    />
  );
}
