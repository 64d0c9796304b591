// Keys of the queries about profiles.

export const profileKeys = {
  all: ['profiles'] as const,
  one: (domainName: string) => ['profiles', 'one', domainName] as const,
  seenAs: (domainName: string, viewAs: string) =>
    ['profiles', 'seenAs', domainName, viewAs] as const,
  online: ['profiles', 'online'] as const,
  recommended: ['profiles', 'recommended'] as const,
  newcomers: ['profiles', 'newcomers'] as const,
  explore: (filter: object) => ['profiles', 'explore', filter] as const,
};
