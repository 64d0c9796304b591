// Which calls ask for the header x-origin: a page of another site can't send it without a
// preflight, which is never granted.
import type { RouteDefinition } from '@camarim/contract/route';

/**
 * Each call that changes something, also a GET that creates; payment providers prove themselves in
 * their own way.
 */
export const asksForOrigin = (method: string, { auth, creates }: RouteDefinition): boolean =>
  auth !== 'provider' && (method.toUpperCase() !== 'GET' || creates === true);
