// What a billing address needs, by its country. The server decides by it, and the form asks by it.

/**
 * Countries whose addresses need a state, and which have short codes for their states (ISO 3166-2,
 * the second part).
 */
const WITH_STATE_CODES: ReadonlySet<string> = new Set(['AU', 'BR', 'CA', 'MX', 'US']);

export const needsStateCode = (country: string): boolean => WITH_STATE_CODES.has(country);

/**
 * Many countries have no states, no districts beside the city, and some no postal codes. Street and
 * city are needed everywhere; a number is never (`S/N`).
 */
export const addressNeeds = (
  country: string,
): { state: boolean; stateCode: boolean; county: boolean; zip: boolean } => ({
  state: country === 'BR',
  stateCode: needsStateCode(country),
  county: country === 'BR',
  zip: needsStateCode(country),
});
