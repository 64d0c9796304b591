// The head of a page for search engines and link previews.
import type { MetaDescriptor, UIMatch } from 'react-router';
import type { Session } from './session/session.ts';

type Head = {
  title: string;
  description: string;
  /** The canonical path of the page, from the first slash. */
  path: string;
  /** Address of a public image. */
  image?: string | null;
  /** What the image is said to be, such as that AI made it. */
  imageAlt?: string | null;
  type?: 'website' | 'profile' | 'article';
};

/**
 * Title, description, Open Graph and the canonical address. `matches` as `meta` gets them: the root
 * knows our public address.
 */
export const describePage = (
  { title, description, path, image, imageAlt, type = 'website' }: Head,
  matches: readonly (Pick<UIMatch, 'loaderData'> | undefined)[],
): MetaDescriptor[] => {
  const publicUrl = (matches[0]?.loaderData as Session | undefined)?.publicUrl ?? '';
  const address = `${publicUrl}${path}`;
  return [
    { title },
    { name: 'description', content: description },
    { property: 'og:type', content: type },
    { property: 'og:site_name', content: 'Camarim' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: address },
    ...(image
      ? [
          { property: 'og:image', content: URL.canParse(image) ? image : `${publicUrl}${image}` },
          ...(imageAlt ? [{ property: 'og:image:alt', content: imageAlt }] : []),
          { name: 'twitter:card', content: 'summary_large_image' },
        ]
      : []),
    { tagName: 'link', rel: 'canonical', href: address },
  ];
};
