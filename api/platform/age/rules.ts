// Which proof of age a place requires, and how long a proof lasts. Pure; the versions are in the
// database.

import { PROOF_MAX_SECONDS } from './proof.ts';

/**
 * Name of a verifier: lower-case characters and digits. `local`: a declaration, for a
 * demonstration. `document`: an account whose document and selfie an administrator approved.
 */
export type AgeMethod = string;

/** What rules ask of a verifier. */
export type VerifierTraits = {
  readonly id: AgeMethod;
  /** `estimation`: an age is estimated, such as from a picture of the face. */
  readonly kind: 'verification' | 'estimation';
  /**
   * What is disclosed to whom. `double`: we do not learn who the person is, and the party that
   * vouches for them does not learn where they were. `single`: only the first. `none`: neither.
   */
  readonly blind: 'double' | 'single' | 'none';
};

/** Where a visitor is: ISO 3166-1 country and the second part of ISO 3166-2, when known. */
export type AgeRulePlace = { country: string; state: string | null };

export type AgeRule = {
  /** ISO 3166-1, or '*' for everywhere else. */
  country: string;
  /** Second part of ISO 3166-2; null for the whole country. */
  state: string | null;
  /** `declaration`: a declaration is enough. `verified`: each access requires a proof. */
  requires: 'declaration' | 'verified';
  /** Life of a proof; the shorter, the closer to "at each access". Twelve hours at most. */
  proofSeconds: number;
  /** The verifiers that the place accepts; null: all, but documents that an administrator reads. */
  methods: readonly AgeMethod[] | null;
  /** Whether an estimated age is accepted. */
  estimation: boolean;
  /** Whether who vouches for a person must not learn where they were. */
  doubleBlind: boolean;
};

/** How versions were stored before rules said which verifiers they accept. */
export type StoredRule = Omit<AgeRule, 'methods' | 'estimation' | 'doubleBlind'> &
  Partial<Pick<AgeRule, 'methods' | 'estimation' | 'doubleBlind'>>;

const ANY_VERIFIER = { methods: null, estimation: true, doubleBlind: false } as const;

export const completeRule = (rule: StoredRule): AgeRule => ({
  ...ANY_VERIFIER,
  ...rule,
  proofSeconds: Math.min(rule.proofSeconds, PROOF_MAX_SECONDS),
});

const verified = (country: string, state: string | null = null): AgeRule => ({
  country,
  state,
  requires: 'verified',
  proofSeconds: PROOF_MAX_SECONDS,
  ...ANY_VERIFIER,
});

/** States of the United States with an age verification law in force. */
const US_STATES = [
  'AL',
  'AR',
  'AZ',
  'FL',
  'GA',
  'ID',
  'IN',
  'KS',
  'KY',
  'LA',
  'MS',
  'MT',
  'NC',
  'ND',
  'NE',
  'OK',
  'SC',
  'SD',
  'TN',
  'TX',
  'UT',
  'VA',
  'WY',
];

/**
 * The rules until an administrator sets others. Brazil: Lei 15.211/2025, article 9, does not accept
 * self-declaration. United Kingdom: Online Safety Act, part 5. The operator's lawyer has the last
 * word on every line.
 */
export const DEFAULT_RULES: readonly AgeRule[] = [
  verified('BR'),
  verified('GB'),
  verified('FR'),
  verified('DE'),
  verified('IT'),
  // These laws name a digital or government identity, or transactional data.
  ...US_STATES.map((state) => ({ ...verified('US', state), estimation: false })),
  { ...verified('*'), requires: 'declaration' },
];

/** Higher for the stricter rule; earlier figures count before later ones. */
const strictness = (rule: AgeRule): number[] => [
  Number(rule.requires === 'verified'),
  Number(rule.doubleBlind),
  Number(!rule.estimation),
  rule.methods === null ? -Infinity : -rule.methods.length,
  -rule.proofSeconds,
];

const isStricter = (one: AgeRule, other: AgeRule): boolean => {
  const [ours, theirs] = [strictness(one), strictness(other)];
  const at = ours.findIndex((figure, index) => figure !== theirs[index]);
  return at !== -1 && Number(ours[at]) > Number(theirs[at]);
};

/**
 * The most specific rule: of the state, else of the country, else of everywhere. Without one, a
 * proof is required. Where states have rules of their own and that of the visitor is not known, the
 * strictest of the country's.
 */
export const ruleFor = (rules: readonly AgeRule[], { country, state }: AgeRulePlace): AgeRule => {
  const ofStates = rules.filter((rule) => rule.country === country && rule.state !== null);
  const elsewhere =
    rules.find((rule) => rule.country === country && rule.state === null) ??
    rules.find((rule) => rule.country === '*') ??
    verified(country);
  if (state === null)
    return ofStates.reduce((one, other) => (isStricter(other, one) ? other : one), elsewhere);
  return ofStates.find((rule) => rule.state === state) ?? elsewhere;
};

/** The verifier of accounts whose documents were reviewed; a person looks at them. */
export const REVIEWED = 'document';

/** Whether the rule lets people choose this verifier. */
export const accepts = (
  { methods, estimation, doubleBlind }: AgeRule,
  { id, kind, blind }: VerifierTraits,
): boolean =>
  (methods === null ? id !== REVIEWED : methods.includes(id)) &&
  (estimation || kind === 'verification') &&
  (!doubleBlind || blind === 'double');
