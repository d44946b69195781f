import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { marked } from '#language/t.ts';
import { Refusal } from '#server/rules/context.ts';

/**
 * Decides whether a new password is acceptable. The contract checks the form's given length; this refuses passwords that are long enough
 * but easily guessed: those on the list of common and leaked passwords, those that are little more than the user's own name or address, and
 * those that an estimator rates guessable (zxcvbn, score below 3: fewer than some 10^8 guesses).
 */
export interface PasswordOwner {
  name: string;
  email: string;
}

const LEAST_SCORE = 3;
/**
 * Only this much is rated: the time of the estimate grows with the square of the length, and a password whose beginning is strong is
 * strong.
 */
const RATED_CHARS = 40;
/** Letters and digits required in addition to the user's own name and address. */
const OTHER_CHARS = 8;
/** Shorter parts of a name occur in many words. */
const NAME_PART_CHARS = 3;

/** `field`: the form field that shows the reason. */
export async function assertStrongPassword(password: string, owner: PasswordOwner, field = 'password'): Promise<void> {
  const why = await weaknessOf(password, owner);
  if (why !== null) throw new Refusal('weak_password', { errors: { [field]: [why] } });
}

async function weaknessOf(password: string, owner: PasswordOwner): Promise<string | null> {
  const text = password.normalize('NFKC');
  const { estimator, common } = await estimatorOnce();
  if (common.has(text.toLowerCase())) return marked('This password is on a list of common and leaked passwords.');
  const own = wordsOf(owner);
  if (isMostly(text, own)) return marked('This password is based on your name or e-mail address.');
  const { score } = estimator.check(text, ['lightship', ...own]);
  return score < LEAST_SCORE ? marked('This password is too easy to guess. Use a longer one, such as four words.') : null;
}

/** Each word of the name, the local part of the address and the name of its domain, reduced to letters and digits. */
function wordsOf({ name, email }: PasswordOwner): string[] {
  const [local = '', domain = ''] = email.split('@');
  const parts = [name, local, domain, ...name.split(/\s+/), ...local.split(/[._+-]+/), ...domain.split('.').slice(0, -1)];
  const words = parts.map(folded).filter((word) => word.length >= NAME_PART_CHARS);
  return [...new Set(words)].toSorted((one, other) => other.length - one.length);
}

function isMostly(text: string, words: readonly string[]): boolean {
  const whole = folded(text);
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), whole);
  return rest.length < whole.length && rest.length < OTHER_CHARS;
}

function folded(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

interface Estimator {
  estimator: ZxcvbnFactory;
  /** Lower case. */
  common: ReadonlySet<string>;
}

let loading: Promise<Estimator> | null = null;

/** Loaded with the first new password: most runs of the server need none. */
function estimatorOnce(): Promise<Estimator> {
  loading ??= loadEstimator();
  return loading;
}

async function loadEstimator(): Promise<Estimator> {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ]);
  // Without surnames and Wikipedia words: they make an estimate take ten times as long, and the user's own name is checked above.
  const { 'lastnames-en': _, 'wikipedia-en': __, ...words } = english.dictionary;
  const estimator = new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...words },
    graphs: common.adjacencyGraphs,
    maxLength: RATED_CHARS,
  });
  return { estimator, common: new Set(common.dictionary['passwords-common'].map((one) => String(one).toLowerCase())) };
}
