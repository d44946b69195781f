import type { Code } from '#model/overlays/code.ts';
import type { ElementSet } from '#imaging/dicom/elements/sequences.ts';
import { TAG } from '#imaging/dicom/tags.ts';
import type { OverlayContent } from './overlay-content.ts';

/** All codes of a code sequence (PS3.3 8.8); a long value or a URN stands for the value. */
export function readCodes(content: OverlayContent, set: ElementSet, tag: number): Code[] {
  return content.items(set, tag).map((item) => ({
    value: [TAG.CodeValue, TAG.LongCodeValue, TAG.URNCodeValue].map((each) => content.text(item, each)).find((text) => text !== '') ?? '',
    scheme: content.text(item, TAG.CodingSchemeDesignator),
    meaning: content.text(item, TAG.CodeMeaning),
  }));
}

export function readCode(content: OverlayContent, set: ElementSet, tag: number): Code | null {
  return readCodes(content, set, tag)[0] ?? null;
}
