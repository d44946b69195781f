import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { Refusal } from './context.ts';

/**
 * Whether a new password may be taken. The form's given length is checked by the contract; this refuses what is long enough and easily guessed
 * all the same: what is on the list of common and leaked passwords, what is little more than the person's own name or address, and what an
 * estimator calls guessable (zxcvbn, score below 3: fewer than some 10^8 guesses).
 */
export interface PasswordOwner {
  name: string;
  email: string;
}

const LEAST_SCORE = 3;
/** What is rated: the time of the estimate grows with the square of the length, and a start that is strong alone makes the whole strong. */
const RATED_CHARS = 40;
/** Beside the own name and address there have to be so many letters and digits. */
const OTHER_CHARS = 8;
/** A shorter part of a name is in many words. */
const NAME_PART_CHARS = 3;

/** `field`: where the form shows the reason. */
export async function assertStrongPassword(password: string, owner: PasswordOwner, field = 'password'): Promise<void> {
  const why = await weaknessOf(password, owner);
  if (why !== null) throw new Refusal('weak_password', { errors: { [field]: [why] } });
}

async function weaknessOf(password: string, owner: PasswordOwner): Promise<string | null> {
  const text = password.normalize('NFKC');
  const { estimator, common } = await estimatorOnce();
  if (common.has(text.toLowerCase())) return 'This password is on the list of common and leaked ones.';
  const own = wordsOf(owner);
  if (isMostly(text, own)) return 'This password is made of your own name or address.';
  const { score } = estimator.check(text, ['lightship', ...own]);
  return score < LEAST_SCORE ? 'This password is too easy to guess. Take a longer one, such as four words.' : null;
}

/** Of the name each word, of the address the part before the @ and the name of its domain; without what is no letter or digit. */
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

/** Loaded with the first new password: most starts of the server see none. */
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
  // Not the surnames and the words of Wikipedia: with them an estimate takes ten times as long, and the person's own name is looked at above.
  const { 'lastnames-en': _, 'wikipedia-en': __, ...words } = english.dictionary;
  const estimator = new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...words },
    graphs: common.adjacencyGraphs,
    maxLength: RATED_CHARS,
  });
  return { estimator, common: new Set(common.dictionary['passwords-common'].map((one) => String(one).toLowerCase())) };
}
