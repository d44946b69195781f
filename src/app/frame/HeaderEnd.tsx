import { useMediaQuery } from '@mantine/hooks';
import { HeaderLamp } from './HeaderLamp.tsx';
import { NotificationsPlace } from './NotificationsPlace.tsx';

/** On phones, where there is no sidebar: the bell and, as the last thing of the header, the lamp. */
export function HeaderEnd() {
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  return (
    <>
      {isPhone && <NotificationsPlace />}
      <HeaderLamp />
    </>
  );
}
