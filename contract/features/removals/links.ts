// Which post or media of this site a link names: the page checks it before the API does.

export type LinkTarget = { kind: 'post' | 'media'; id: string };

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const PATHS: readonly { kind: LinkTarget['kind']; pattern: RegExp }[] = [
  { kind: 'post', pattern: new RegExp(`^(?:/[^/]+)?/posts/(${UUID})(?:/|$)`, 'i') },
  { kind: 'media', pattern: new RegExp(`^/media/(${UUID})(?:/|$)`, 'i') },
];

/** Null for a link to another site, and for one that names neither a post nor a media. */
export const targetOf = (link: string, publicUrl: string): LinkTarget | null => {
  const site = new URL(publicUrl);
  const written = /^[\w.-]+\.[a-z]{2,}(?::\d+)?\//i.test(link) ? `https://${link}` : link;
  if (!URL.canParse(written, site)) return null;
  const url = new URL(written, site);
  if (url.host !== site.host) return null;
  for (const { kind, pattern } of PATHS) {
    const id = pattern.exec(url.pathname)?.[1];
    if (id) return { kind, id: id.toLowerCase() };
  }
  return null;
};
