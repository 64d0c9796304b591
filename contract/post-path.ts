// The address of a post's own page. The pages link to it, and notifications lead to it.

/** `/{domainName}/posts/{id}`; the post's author is at `/{domainName}`. */
export const postPath = (domainName: string, id: string): string => `/${domainName}/posts/${id}`;
