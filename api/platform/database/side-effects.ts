// Rows that one feature prepares and the statement of another inserts with its own, without reading
// them: a transfer of the ledger writes its notifications and events this way, in one round trip.

/**
 * Rows under the names of their tables and columns, as the function write_side_effects reads them.
 */
export type SideEffects = {
  readonly notifications?: readonly object[];
  readonly outbox?: readonly object[];
};

/** All of them, in this order. */
export const joinSideEffects = (...all: readonly SideEffects[]): SideEffects => ({
  notifications: all.flatMap(({ notifications = [] }) => notifications),
  outbox: all.flatMap(({ outbox = [] }) => outbox),
});
