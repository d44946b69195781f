import { useMediaQuery } from '@mantine/hooks';
import { HeaderLamp } from './HeaderLamp.tsx';
import { NotificationsSlot } from './slots/NotificationsSlot.tsx';

/** On phones, which have no sidebar: the bell and, at the end of the header, the lamp. */
export function HeaderEnd() {
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  return (
    <>
      {isPhone && <NotificationsSlot />}
      <HeaderLamp />
    </>
  );
}
