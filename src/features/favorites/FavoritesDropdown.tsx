import { useDisclosure } from '@mantine/hooks';
import { IconStar } from '@tabler/icons-react';
import { FrameDropdown } from '#ui/FrameDropdown.tsx';
import { FavoritesList, type FavoritesListProps } from './FavoritesList.tsx';
import { TEXTS } from './texts.ts';

/** design.md §10. */
const WIDTH = 320;

export function FavoritesDropdown({ isRail, ...list }: Omit<FavoritesListProps, 'onOpen'> & { isRail: boolean }) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <FrameDropdown
      icon={IconStar}
      label={TEXTS.title}
      title={TEXTS.title}
      width={WIDTH}
      isRail={isRail}
      opened={opened}
      onChange={(isOpen) => (isOpen ? open() : close())}
    >
      <FavoritesList {...list} onOpen={close} />
    </FrameDropdown>
  );
}
