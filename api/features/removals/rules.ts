// Which media a link of the site names, and what a state of a request follows from.
import type { Routes } from '@camarim/contract';
import type { DataInput } from '@camarim/contract/route';

export type RemovalState = DataInput<Routes['POST /publics/removals/view']>['state'];

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

export const stateOf = ({
  confirmed_at: confirmedAt,
  outcome,
}: {
  confirmed_at: Date | null;
  outcome: 'removed' | 'refused' | null;
}): RemovalState => outcome ?? (confirmedAt ? 'waiting' : 'unconfirmed');
