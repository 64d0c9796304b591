// Internal calls: calls of the API that the server makes to render a shared page. No visitor's rate
// limit counts them.
import { AsyncLocalStorage } from 'node:async_hooks';

const own = new AsyncLocalStorage<true>();

/**
 * Runs `work` and marks its in-memory calls as internal. A request from the network can't carry
 * this mark.
 */
export const asOwnCall = <T>(work: () => Promise<T>): Promise<T> => own.run(true, work);

export const isOwnCall = (): boolean => own.getStore() === true;
