// Which proof of age a place asks for, and how long one lasts. Pure; the versions are in the
// database.

/** Where a visitor is: ISO 3166-1 country and the second part of ISO 3166-2, when known. */
export type Place = { country: string; state: string | null };

export type AgeRule = {
  /** ISO 3166-1, or '*' for everywhere else. */
  country: string;
  /** Second part of ISO 3166-2; null for the whole country. */
  state: string | null;
  /** `declaration`: saying so is enough. `verified`: a proof is asked for at each access. */
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
 * What holds until an administrator sets something else. Brazil: Lei 15.211/2025, article 9, does
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
 * The most exact rule: the state's, else the country's, else that of everywhere; without any of
 * them, a proof is asked for.
 */
export const ruleFor = (rules: readonly AgeRule[], { country, state }: Place): AgeRule =>
  rules.find((rule) => rule.country === country && rule.state !== null && rule.state === state) ??
  rules.find((rule) => rule.country === country && rule.state === null) ??
  rules.find((rule) => rule.country === '*') ??
  verified(country);
