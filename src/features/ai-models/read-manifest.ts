import { ModelManifest } from '#contract/ai/manifest.ts';
import { translated } from '#language/t.ts';
import { TEXTS } from './texts.ts';

/** The manifest in a JSON file, or what is wrong with its first wrong part. */
export function readManifest(text: string): { manifest: ModelManifest } | { fault: string } {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { fault: TEXTS.notJson };
  }
  const read = ModelManifest.safeParse(json);
  if (read.success) return { manifest: read.data };
  const [issue] = read.error.issues;
  return { fault: [issue?.path.join('.'), issue && translated(issue.message)].filter(Boolean).join(': ') };
}
