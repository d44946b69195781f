import { notifications } from '@mantine/notifications';
import { IconLock } from '@tabler/icons-react';
import { TEXTS } from '#app/texts.ts';
import classes from './toasts.module.css';

/** GUARD-26: red, top centre; stays eight seconds (design.md §11). */
export function toastNotAuthorized(): void {
  notifications.show({
    id: 'not-authorized',
    message: TEXTS.notAuthorized,
    icon: <IconLock size={18} aria-hidden />,
    autoClose: 8_000,
    withBorder: false,
    classNames: {
      root: classes.refused ?? '',
      icon: classes.icon ?? '',
      description: classes.text ?? '',
      closeButton: classes.close ?? '',
    },
  });
}
