/**
 * Why a slice has no picture; its file is sent all the same (PREV-016). `pixels`: no kind that is drawn here; `damaged`: what stands in the file
 * contradicts its header; `gone`: it left this device before it was drawn.
 */
export type NoTile =
  | { noPicture: 'transfer-syntax'; transferSyntaxUid: string }
  | { noPicture: 'pixels' | 'too-large' | 'damaged' | 'gone' };
