// The CSRF check: which calls need the header x-origin. A page of another site can't send it
// without a preflight, which is never granted.
import type { RouteDefinition } from '@camarim/contract/route';

/**
 * Every call that changes something, including a GET that creates. Payment gateways authenticate in
 * their own way.
 */
export const asksForOrigin = (method: string, { auth, creates }: RouteDefinition): boolean =>
  auth !== 'provider' && (method.toUpperCase() !== 'GET' || creates === true);
