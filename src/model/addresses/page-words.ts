/**
 * Every word in our page addresses (ROUTE). A path of the page consists of these, numbers and UUIDs. Anything else is not ours and may be a name.
 */
export const PAGE_WORDS: ReadonlySet<string> = new Set(
  [
    'admin ai-infers ai-model-configuration ai-prompt ai-trainings ai-workers ai2-inference ai2-model ai2-trainings annotator',
    'api audit batch-infer body-parts callback campaigns case commander contact create create_old dashboard dataset de-identification deleted detail detail-mi device edit',
    'flow forgot-password get-started history index_old install invitations kept-aside list log login logout mail maintenance masterarbeit mbg',
    'members models my-work modules notifications organize patients permissions pipeline pipeline-blueprint profile project register',
    'reset-password reviews roles segmentations segments serie structures structures-x studies studies-v2 subprocessors table',
    'team teams transfer-functions upload upload-v2 uploads user-switch users verify xr xr-sessions xr-workers xxx_detail',
  ].flatMap((line) => line.split(' ')),
);

/** The loggable form of an address: its words, and a star for each ID or other text. */
export function pathInPageWords(pathname: string): string {
  const parts = pathname.split('/').filter((part) => part !== '');
  return `/${parts.map((part) => (PAGE_WORDS.has(part) ? part : '*')).join('/')}`;
}
