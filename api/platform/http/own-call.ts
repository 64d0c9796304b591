// Calls of the API that the server makes for a page that many visitors share: they are nobody's, so
// no visitor's limit counts them.
import { AsyncLocalStorage } from 'node:async_hooks';

const own = new AsyncLocalStorage<true>();

/**
 * Runs `work`; calls that it makes in memory are the server's own. Nothing that a network carries
 * can say so.
 */
export const asOwnCall = <T>(work: () => Promise<T>): Promise<T> => own.run(true, work);

export const isOwnCall = (): boolean => own.getStore() === true;
