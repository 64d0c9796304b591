// `/{username}`: the public page of a profile.
import type { ViewAs } from '@camarim/contract/limits';
import { useQuery } from '@tanstack/react-query';
import {
  type ClientLoaderFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
  useLoaderData,
} from 'react-router';
import { m } from '../../paraglide/messages.js';
import type { PageHandle } from '../late-hydration.ts';
import { describePage } from '../../client/meta.ts';
import { loadPage } from '../../client/page-data.ts';
import { profilePostsQuery } from '../../features/posts/index.ts';
import { orAsOneself, seenAsOf } from '../seen-as.ts';
import { ProfileView } from './ProfileView.tsx';
import { type Profile, profileQuery } from '../../features/profiles/index.ts';
import { shorten } from '../../ui/display/shorten.ts';

const DESCRIPTION_MAX = 200;
/** The format of a domain name; other paths are a 404 without a request. */
const DOMAIN_NAME = /^[a-z0-9][a-z0-9._-]{0,59}$/i;

const load = async (username: string, seenAs: ViewAs | null) => {
  if (!DOMAIN_NAME.test(username)) throw data(null, { status: 404 });
  const domainName = username.toLowerCase();
  // The canonical URL has the domain name in lower case.
  if (domainName !== username) throw redirect(`/${domainName}`);
  const query = profileQuery(domainName, seenAs);
  const { client, queries } = await loadPage({
    required: [query],
    optional: [profilePostsQuery(domainName, seenAs)],
  }).catch(orAsOneself(seenAs, `/${domainName}`));
  return {
    head: headOf(client.getQueryData<Profile>(query.queryKey) as Profile),
    seenAs,
    queries,
  };
};

/** Title, description and preview image of the document's head. */
const headOf = ({
  exibitionName,
  domainName,
  about,
  headerMediaThumbs,
  profileMediaThumbs,
}: Profile) => ({
  name: exibitionName,
  username: domainName,
  about: shorten(about.replaceAll(/\s+/g, ' '), DESCRIPTION_MAX),
  image: (headerMediaThumbs ?? profileMediaThumbs)?.lgThumb ?? null,
});

export const loader = ({ params, request }: LoaderFunctionArgs) =>
  load(params['username'] ?? '', seenAsOf(request));
export const clientLoader = ({ params, request }: ClientLoaderFunctionArgs) =>
  load(params['username'] ?? '', seenAsOf(request));

export const handle: PageHandle = { hydrate: 'on-intent' };

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) => {
  if (!loaderData) return [];
  const { name, username, about, image } = loaderData.head;
  const title = m.profile_page_title({ name, username });
  return [
    ...describePage(
      {
        title,
        description: about || m.profile_page_description({ name }),
        path: `/${username}`,
        image,
        type: 'profile',
      },
      matches,
    ),
    { property: 'profile:username', content: username },
  ];
};

export default function ProfilePage() {
  const { head, seenAs } = useLoaderData<typeof loader>();
  const { data: profile } = useQuery(profileQuery(head.username, seenAs));
  // The loader has filled the cache; data is only missing while the session ends.
  return profile ? <ProfileView key={profile.id} profile={profile} seenAs={seenAs} /> : null;
}
