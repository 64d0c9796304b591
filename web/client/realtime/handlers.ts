// What features do when a realtime event arrives.
import type { RealtimeEvent, RealtimeEvents } from '@camarim/contract/events';
import type { QueryClient, QueryKey } from '@tanstack/react-query';

type RealtimeMessage<Event extends RealtimeEvent> = {
  success: true;
  data: RealtimeEvents[Event];
  message?: string;
};

export type RealtimeHandlers = {
  [Event in RealtimeEvent]: (message: RealtimeMessage<Event>) => void;
};

/**
 * Each feature exports its own from its `realtime.ts`, which imports keys and no queries: it is
 * loaded with every member's first page.
 */
export type FeatureRealtime = (client: QueryClient) => Partial<RealtimeHandlers>;

/** Has the queries under these keys read again, those on the screen at once. */
export const invalidate = (client: QueryClient, ...keys: QueryKey[]): void => {
  for (const queryKey of keys) void client.invalidateQueries({ queryKey });
};
