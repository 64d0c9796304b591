// Keys of all queries with posts; their common prefix lets an update reach every list.

export const postKeys = {
  all: ['posts'] as const,
  one: (id: string) => ['posts', 'one', id] as const,
  timeline: (others: boolean) => ['posts', 'list', 'timeline', others] as const,
  profile: (domainName: string) => ['posts', 'list', 'profile', domainName] as const,
  lists: ['posts', 'list'] as const,
  mine: (state: string | null) => ['posts', 'list', 'me', state] as const,
  saved: (list: string) => ['posts', 'list', 'saved', list] as const,
  search: (q: string) => ['posts', 'list', 'search', q] as const,
  suggestions: (q: string) => ['suggestions', q] as const,
  /** Apart from the rest: a post that is updated elsewhere is the owner's version of it. */
  oneSeenAs: (id: string, viewAs: string) => ['postSeenAs', id, viewAs] as const,
  seenAs: (domainName: string, viewAs: string) => ['postsSeenAs', domainName, viewAs] as const,
  featured: ['posts', 'list', 'featured'] as const,
};
