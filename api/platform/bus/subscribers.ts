// The subscriptions of this process by channel; shared by every adapter.
import type { Logger } from '../log/log.ts';
import type { BusChannel, BusHandler } from './port.ts';

export type Subscribers = {
  add<Channel extends BusChannel>(channel: Channel, handler: BusHandler<Channel>): () => void;
  deliver(channel: string, message: unknown): void;
};

export const createSubscribers = (log: Pick<Logger, 'error'>): Subscribers => {
  const byChannel = new Map<string, Set<(message: unknown) => void>>();
  return {
    add(channel, handler) {
      const handlers = byChannel.get(channel) ?? new Set();
      byChannel.set(channel, handlers);
      // The port's types allow only messages of the channel's type.
      const own = (message: unknown): void => handler(message as never);
      handlers.add(own);
      return () => void handlers.delete(own);
    },
    deliver(channel, message) {
      for (const handler of byChannel.get(channel) ?? []) {
        try {
          handler(message);
        } catch (error) {
          log.error({ err: error, channel }, 'bus handler failed');
        }
      }
    },
  };
};
