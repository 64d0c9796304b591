// The vocabulary of the access walk: roles, audiences, and the case of one call.
import type { ErrorCode } from '@camarim/contract/errors';
import type { ForeignResources } from './foreign-resources.ts';

/** An id that belongs to no row. */
export const ANY_ID = '00000000-0000-7000-8000-000000000000';

export const ROLES = ['visitor', 'member', 'waiting', 'suspended', 'producer', 'admin'] as const;
export type Role = (typeof ROLES)[number];
export type Audience = 'anyone' | 'member' | 'earner' | 'producer' | 'admin' | 'provider';

export type CallInput = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
};
/** Who may make a call, with the error code that refuses a resource of another person.
 */
export type AccessCase =
  | Audience
  | { for: Audience; refused: ErrorCode; resources: (resources: ForeignResources) => CallInput };

/** A case whose resource is the path parameter `id`. */
export const byId = (
  audience: Audience,
  refused: ErrorCode,
  id: (resources: ForeignResources) => string,
  body?: unknown,
): AccessCase => ({
  for: audience,
  refused,
  resources: (resources) => ({
    params: { id: id(resources) },
    ...(body !== undefined && { body }),
  }),
});
/** A post that the callers may not see. */
export const hidden = (resources: ForeignResources): string => resources.hiddenPostId;
