// Authorisation as a type: a value that a policy has allowed.

declare const allowed: unique symbol;

/**
 * A value that a policy allowed the viewer to act on. Services that change something accept only
 * this type.
 */
export type Allowed<T> = T & { readonly [allowed]: true };

/** Called by policy.ts files only. */
export const allow = <T>(thing: T): Allowed<T> => thing as Allowed<T>;
