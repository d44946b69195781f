import { SegmentedControl, useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { TEXTS } from '#app/texts.ts';
import { COLOR_SCHEMES } from '#app/frame/color-schemes.ts';

export function ColorSchemeSwitch({ fullWidth = false }: { fullWidth?: boolean }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SegmentedControl
      aria-label={TEXTS.colours}
      size="xs"
      fullWidth={fullWidth}
      data={COLOR_SCHEMES}
      value={colorScheme}
      onChange={(value) => setColorScheme(value as MantineColorScheme)}
    />
  );
}
