import { NativeSelect } from '@mantine/core';
import { windowPresets } from '#model/pictures/window-presets.ts';
import { presetName } from '#ui/viewer/view.ts';
import type { ViewWindow } from '#ui/viewer/types.ts';

interface PresetSelectProps {
  label: string;
  modality: string;
  /** Its values are uptake. */
  isUptake: boolean;
  window: ViewWindow;
  onWindow: (window: ViewWindow) => void;
}

/** The window of a series that is not the one of the pane, by its presets. */
export function PresetSelect({ label, modality, isUptake, window, onWindow }: PresetSelectProps) {
  const presets = windowPresets(modality, isUptake);
  return (
    <NativeSelect
      mt="xs"
      size="xs"
      aria-label={label}
      value={presetName(presets, window) ?? ''}
      data={presets.map(({ name }) => name)}
      onChange={({ currentTarget: { value } }) => {
        const preset = presets.find(({ name }) => name === value);
        if (preset !== undefined) onWindow(preset.window);
      }}
    />
  );
}
