// Keys of the queries about subscriptions.
export const subscriptionsKey = ['subscriptions'] as const;
