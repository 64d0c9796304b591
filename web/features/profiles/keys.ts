// Keys of the queries about profiles.

export const profileKeys = {
  all: ['profiles'] as const,
  one: (domainName: string) => ['profiles', 'one', domainName] as const,
  online: ['profiles', 'online'] as const,
  explore: (filter: object) => ['profiles', 'explore', filter] as const,
};
