// Keys of the queries of custom orders.
export const orderKeys = {
  all: ['orders'] as const,
  lists: ['orders', 'list'] as const,
  one: (id: string) => ['orders', 'one', id] as const,
};
