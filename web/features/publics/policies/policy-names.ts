// Titles and paths of the policies.
import { m } from '../../../paraglide/messages.js';
import type { PolicyName } from './queries.ts';

export const POLICY_TITLES: Record<PolicyName, () => string> = {
  terms: m.terms,
  privacy: m.privacy,
  cookies: m.cookies,
  contract: m.contract,
};

/** Where the privacy page lists what is held of people. */
export const PERSONAL_DATA_ANCHOR = 'held-data';

export const policyPath = (name: PolicyName, version: string): string =>
  `/account/${name}?version=${version}`;
