// Kinds of shows, which messages, calls and sounds know, and the address where a call is answered.

/**
 * '2' is open to everyone (party), '3' is for two alone (private). Source: specification section 3,
 * chat-call request.
 */
export const SHOW_TYPES = ['2', '3'] as const;
export type ShowType = (typeof SHOW_TYPES)[number];

/** Where a producer answers a call. Source: specification section 4, incoming chat call. */
export const answerPath = (callerId: string, type: ShowType): string =>
  `/live?${new URLSearchParams({ callForChat: callerId, chatType: type })}`;
