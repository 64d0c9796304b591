// Keys of all queries with collections; their common prefix lets a purchase reach every list.
export const collectionKeys = {
  all: ['collections'] as const,
  of: (profileId: string) => ['collections', 'of', profileId] as const,
  mine: ['collections', 'mine'] as const,
  purchased: ['collections', 'purchased'] as const,
  one: (id: string) => ['collections', 'one', id] as const,
  offers: (postId: string) => ['collections', 'offers', postId] as const,
  posts: (id: string) => ['collections', 'posts', id] as const,
};
