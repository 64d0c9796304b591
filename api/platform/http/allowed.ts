// Authorisation as a type: what a policy has let through.

declare const allowed: unique symbol;

/**
 * A thing that its policy allowed the viewer to act on. Services that change something accept
 * nothing else.
 */
export type Allowed<T> = T & { readonly [allowed]: true };

/** Only policy.ts files call this. */
export const allow = <T>(thing: T): Allowed<T> => thing as Allowed<T>;
