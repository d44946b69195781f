import { Menu, useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { TEXTS } from '#app/texts.ts';
import { COLOR_SCHEMES } from '#app/frame/color-schemes.ts';

/** `ColorSchemeSwitch` as menu items: a menu lets the keyboard reach only items. */
export function ColorSchemeItems() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <div role="group" aria-label={TEXTS.colours}>
      <Menu.Label aria-hidden>{TEXTS.colours}</Menu.Label>
      <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(value as MantineColorScheme)}>
        {COLOR_SCHEMES.map(({ value, label }) => (
          <Menu.RadioItem key={value} value={value}>
            {label}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </div>
  );
}
