/** The only illustration of the product: an arrow into a stack of slices. */
export function DropGlyph() {
  return (
    <svg width="84" height="76" viewBox="0 0 84 76" fill="none" strokeWidth="1.5" strokeLinejoin="round" aria-hidden>
      <path d="M2 37 42 19 82 37 42 55Z" stroke="var(--ls-dim)" />
      <path d="M2 46 42 64 82 46M2 55 42 73 82 55" stroke="var(--ls-control)" />
      <path d="M42 1v29M33 22l9 9 9-9" stroke="var(--ls-mark)" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}
