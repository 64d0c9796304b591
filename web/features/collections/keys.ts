// Keys of all queries with collections; their common prefix lets a purchase reach every list.
export const collectionKeys = {
  all: ['collections'] as const,
};
