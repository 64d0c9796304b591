// Kinds of shows, which messages, calls and sounds know.

/**
 * '2' is open to everyone (party), '3' is for two alone (private). Source: specification section 3,
 * chat-call request.
 */
export const SHOW_TYPES = ['2', '3'] as const;
export type ShowType = (typeof SHOW_TYPES)[number];
