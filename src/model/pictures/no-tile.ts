/**
 * Why a slice has no image; its file is sent anyway (PREV-016). `pixels`: their kind cannot be drawn here; `damaged`: the contents of the file
 * contradict its header; `gone`: it was removed from this device before it was drawn.
 */
export type NoTile =
  | { noPicture: 'transfer-syntax'; transferSyntaxUid: string }
  | { noPicture: 'pixels' | 'too-large' | 'damaged' | 'gone' };
