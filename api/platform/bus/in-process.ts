// The bus of an installation that is one process: a function call.
import type { Logger } from '../log/log.ts';
import type { Bus } from './port.ts';
import { createSubscribers } from './subscribers.ts';

export const inProcessBus = (log: Pick<Logger, 'error'>): Bus => {
  const subscribers = createSubscribers(log);
  return {
    async publish(channel, message) {
      // Encoded as JSON as over a network, so that a value which JSON can't carry is missing here
      // too.
      subscribers.deliver(channel, JSON.parse(JSON.stringify(message)));
    },
    subscribe: (channel, handler) => subscribers.add(channel, handler),
    close: async () => undefined,
  };
};
