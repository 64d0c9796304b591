// Estimates password strength: common passwords, Portuguese words and names, and the person's own
// data count as weak.
import { ZxcvbnFactory } from '@zxcvbn-ts/core';

/** The lowest accepted score, of 0 to 4; 3 withstands about 10^8 guesses. */
const SCORE_MIN = 3;
/**
 * The estimate blocks the event loop for milliseconds, longer for long texts full of digits; a
 * strong beginning is enough.
 */
const JUDGED_LENGTH = 40;
/**
 * How many l33t spellings ("p4ssw0rd") are tried. With the library's default of 100 some texts take
 * 200 ms instead of 30.
 */
const SPELLINGS_MAX = 16;
/** Shorter parts of a name are in many good passwords by chance. */
const OWN_WORD_MIN = 3;

let loading: Promise<ZxcvbnFactory> | undefined;

/**
 * Loaded at first use: the dictionaries take 150 ms and some megabytes, and workers never need
 * them.
 */
const load = async (): Promise<ZxcvbnFactory> => {
  const [common, portuguese] = await Promise.all([
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-pt-br'),
  ]);
  return new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...portuguese.dictionary },
    graphs: common.adjacencyGraphs,
    l33tMaxSubstitutions: SPELLINGS_MAX,
  });
};

const MARKS = /\p{M}/gu;
const plain = (text: string): string => text.normalize('NFD').replaceAll(MARKS, '').toLowerCase();

/** The password without the person's own words: "flavia-lopes-1990" is as strong as "--1990". */
const withoutOwn = (password: string, own: readonly string[]): string =>
  own.reduce((rest, word) => rest.replaceAll(word, ''), plain(password));

/**
 * Whether the password is too weak; `known` is public data of the person: names, email, nickname.
 */
export const isWeakPassword = async (
  password: string,
  known: readonly string[],
): Promise<boolean> => {
  loading ??= load();
  const strength = await loading;
  const own = known
    .flatMap((text) => [plain(text), ...plain(text).split(/[^\p{L}\p{N}]+/u)])
    .filter((word) => word.length >= OWN_WORD_MIN);
  const isWeak = (text: string): boolean =>
    strength.check(text.slice(0, JUDGED_LENGTH), [...own, 'camarim']).score < SCORE_MIN;
  const rest = withoutOwn(password, own);
  // The first check recognises a name spelled with digits ("fl4v14"), the second a name with few
  // other characters.
  return isWeak(password) || (rest.length < plain(password).length && isWeak(rest));
};
