import { Menu } from '@mantine/core';
import { useVisit } from '#app/session/visit-context.tsx';
import { TEXTS } from '#app/texts.ts';
import { currentLanguage } from '#language/current-language.ts';
import { LANGUAGES, type Language } from '#language/languages.ts';

/** `LanguageSwitch` as menu items: a menu lets the keyboard reach only items. */
export function LanguageItems() {
  const { chooseLanguage } = useVisit();
  return (
    <div role="group" aria-label={TEXTS.language}>
      <Menu.Label aria-hidden>{TEXTS.language}</Menu.Label>
      <Menu.RadioGroup value={currentLanguage()} onChange={(tag) => chooseLanguage(tag as Language)}>
        {LANGUAGES.map(({ tag, name }) => (
          <Menu.RadioItem key={tag} value={tag} lang={tag}>
            {name}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </div>
  );
}
