import { useLocalStorage } from '@mantine/hooks';

/** Keys of one letter act at once, which who speaks to the machine or hits keys by chance must be able to end (WCAG 2.1.4; design.md §16). */
const KEY = 'lightship.letter-keys';
const OFF = 'off';

/** For who listens to keys: asked at each press. */
export function areLetterKeysOn(): boolean {
  try {
    return localStorage.getItem(KEY) !== OFF;
  } catch {
    return true;
  }
}

/** For the switch. On this device. */
export function useLetterKeys(): [isOn: boolean, turn: (isOn: boolean) => void] {
  const [isOn, turn] = useLocalStorage<boolean>({
    key: KEY,
    defaultValue: true,
    getInitialValueInEffect: false,
    serialize: (on) => (on ? 'on' : OFF),
    deserialize: (text) => text !== OFF,
  });
  return [isOn, turn];
}
