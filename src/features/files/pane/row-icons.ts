import {
  IconCornerLeftUp,
  IconFile,
  IconFileText,
  IconFileTypeCsv,
  IconFileZip,
  IconFolder,
  IconPhoto,
  IconSquareRoundedLetterD,
  IconStack2,
  IconTrash,
  type Icon,
} from '@tabler/icons-react';
import { isArchive } from './paths.ts';
import type { Row } from './rows.ts';

const BY_ENDING: readonly (readonly [RegExp, Icon])[] = [
  [/\.nii(\.gz)?$/i, IconStack2],
  [/\.(dcm|dicom|ima)$/i, IconSquareRoundedLetterD],
  [/\.(png|jpe?g|gif|webp|bmp|tiff?)$/i, IconPhoto],
  [/\.(csv|tsv|xlsx?)$/i, IconFileTypeCsv],
  [/\.(txt|md|json|ya?ml|log|xml|html?|py|toml|ini)$/i, IconFileText],
];

/** By the name alone: what is in a file is only known when it is viewed. */
export function iconOfRow({ kind, isFolder, name }: Row): Icon {
  if (kind === 'up') return IconCornerLeftUp;
  if (kind === 'bin') return IconTrash;
  if (isFolder) return IconFolder;
  if (isArchive(name)) return IconFileZip;
  return BY_ENDING.find(([ending]) => ending.test(name))?.[1] ?? IconFile;
}
