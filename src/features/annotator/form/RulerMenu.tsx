import { Menu, UnstyledButton } from '@mantine/core';
import { t } from '#language/t.ts';
import classes from './Form.module.css';
import { FORM_TEXTS, rulerText } from './form-texts.ts';
import type { Ruler } from './rulers.ts';

interface RulerMenuProps {
  rulers: readonly Ruler[];
  /** The one that the number was taken from. */
  taken: Ruler | null;
  value: number | null;
  onTake: (ruler: Ruler) => void;
}

/** Takes a length that was measured. A ruler that was changed afterwards says its length beside it. */
export function RulerMenu({ rulers, taken, value, onTake }: RulerMenuProps) {
  const isOther = taken !== null && value !== null && taken.value !== value;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <UnstyledButton className={classes.from} data-changed={isOther || undefined}>
          {taken === null
            ? FORM_TEXTS.chooseRuler
            : [rulerText(taken.number), ...(isOther ? [t('now {value}', { value: taken.value })] : [])].join(', ')}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {rulers.map((ruler) => (
          <Menu.Item key={ruler.uuid} onClick={() => onTake(ruler)}>
            {[ruler.number === null ? t('New ruler') : t('Ruler {number}', { number: ruler.number }), ruler.text, String(ruler.value)]
              .filter((part) => part !== '')
              .join(' · ')}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
