// Who may make each call of the contract, stated a second time on purpose, and how it refuses
// another person's resources.
import type { RouteKey } from '@camarim/contract';
import type { ErrorCode } from '@camarim/contract/errors';
import type { AccessCase, Audience, Role } from './access-case.ts';
import { ACCOUNT_CASES } from './account-cases.ts';
import { CONTENT_CASES } from './content-cases.ts';
import { FEATURE_ACCESS } from './features.ts';
import { MONEY_CASES } from './money-cases.ts';

/** A call without a case does not compile. */
export const ACCESS_CASES = {
  ...ACCOUNT_CASES,
  ...CONTENT_CASES,
  ...MONEY_CASES,
  ...FEATURE_ACCESS,
} satisfies Record<RouteKey, AccessCase>;

export const accessCases = Object.entries(ACCESS_CASES) as [RouteKey, AccessCase][];
export const audienceOf = (one: AccessCase): Audience => (typeof one === 'string' ? one : one.for);

/** The error code with which the route guard refuses this role; null when it admits it. */
export const expectedRefusal = (audience: Audience, role: Role): ErrorCode | null => {
  if (audience === 'anyone' || audience === 'provider') return null;
  if (role === 'visitor') return 'auth.required';
  if (audience === 'earner' && role !== 'producer' && role !== 'suspended')
    return 'auth.producersOnly';
  if (audience === 'producer' && role !== 'producer') return 'auth.producersOnly';
  return audience === 'admin' && role !== 'admin' ? 'auth.adminsOnly' : null;
};
