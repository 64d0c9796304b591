// Which proof of age a place requires, and how long a proof lasts. Pure; the versions are in the
// database.

/** Where a visitor is: ISO 3166-1 country and the second part of ISO 3166-2, when known. */
export type Place = { country: string; state: string | null };

export type AgeRule = {
  /** ISO 3166-1, or '*' for everywhere else. */
  country: string;
  /** Second part of ISO 3166-2; null for the whole country. */
  state: string | null;
  /** `declaration`: a declaration is enough. `verified`: each access requires a proof. */
  requires: 'declaration' | 'verified';
  /** Life of a proof; the shorter, the closer to "at each access". */
  proofSeconds: number;
};

const HOUR = 3_600;
const verified = (country: string, state: string | null = null): AgeRule => ({
  country,
  state,
  requires: 'verified',
  proofSeconds: 12 * HOUR,
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
 * The rules until an administrator sets others. Brazil: Lei 15.211/2025, article 9, does
 * not accept self-declaration. United Kingdom: Online Safety Act, part 5. The operator's lawyer has
 * the last word on every line.
 */
export const DEFAULT_RULES: readonly AgeRule[] = [
  verified('BR'),
  verified('GB'),
  verified('FR'),
  verified('DE'),
  verified('IT'),
  ...US_STATES.map((state) => verified('US', state)),
  { country: '*', state: null, requires: 'declaration', proofSeconds: 24 * HOUR },
];

/**
 * The most specific rule: of the state, else of the country, else of everywhere. Without one, a
 * proof is required.
 */
export const ruleFor = (rules: readonly AgeRule[], { country, state }: Place): AgeRule =>
  rules.find((rule) => rule.country === country && rule.state !== null && rule.state === state) ??
  rules.find((rule) => rule.country === country && rule.state === null) ??
  rules.find((rule) => rule.country === '*') ??
  verified(country);
