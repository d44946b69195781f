/**
 * ODD-36: the text under which answers carry a study, for CALL-039. Clients must not read anything from it. It contains no secret: whoever sends it is
 * checked like everybody who sends an id.
 */
export function studyToText(id: number): string {
  return Buffer.from(`${KIND}${id}`).toString('base64url');
}

/** The id as text; null for every text that `studyToText` does not make. */
export function parseStudyText(text: string): string | null {
  const id = /^study:([1-9]\d{0,14})$/.exec(Buffer.from(text, 'base64url').toString())?.[1];
  return id !== undefined && studyToText(Number(id)) === text ? id : null;
}

const KIND = 'study:';
