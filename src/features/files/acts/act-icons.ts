import {
  IconArrowRight,
  IconCopy,
  IconDownload,
  IconEye,
  IconFileZip,
  IconFolderOpen,
  IconFolderPlus,
  IconPencil,
  IconRestore,
  IconTrash,
  IconTrashX,
  IconUpload,
  IconFolderUp,
  type Icon,
} from '@tabler/icons-react';
import type { FileActId } from './file-acts.ts';

export const ACT_ICONS: Readonly<Record<FileActId, Icon>> = {
  rename: IconPencil,
  view: IconEye,
  zip: IconFileZip,
  unzip: IconFolderOpen,
  copy: IconCopy,
  move: IconArrowRight,
  folder: IconFolderPlus,
  download: IconDownload,
  upload: IconUpload,
  'upload-folder': IconFolderUp,
  delete: IconTrash,
  restore: IconRestore,
  erase: IconTrashX,
};
