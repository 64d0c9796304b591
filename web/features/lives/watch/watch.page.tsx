// /{username}/live: watching a producer's show.
import { useQuery } from '@tanstack/react-query';
import {
  type ClientLoaderFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
  useLoaderData,
} from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { LatePart } from '../../../client/LatePart.tsx';
import { lazyPart } from '../../../client/load-part.ts';
import { describePage } from '../../../client/meta.ts';
import { loadPage } from '../../../client/page-data.ts';
import { requestScope } from '../../../client/request-scope.server.ts';
import { currentUser, useSession } from '../../../client/session/session.ts';
import { type Profile, profileQuery } from '../../profiles/index.ts';
import { LIVE_PATH } from '../paths.ts';
import { liveQuery } from '../queries.ts';

const Watch = lazyPart(() => import('./Watch.tsx'));

type Viewer = { profile: { domainName: string } } | null;

const load = async (username: string, viewer: Viewer) => {
  const domainName = username.toLowerCase();
  // One's own show is in the studio.
  if (viewer?.profile.domainName === domainName) throw redirect(LIVE_PATH);
  const profile = profileQuery(domainName);
  const { client, queries } = await loadPage({
    required: [profile],
    optional: [liveQuery(domainName, viewer !== null)],
  });
  const { exibitionName: name } = client.getQueryData(profile.queryKey) as Profile;
  return { username: domainName, name, queries };
};

export const loader = async ({ params }: LoaderFunctionArgs) =>
  load(params['username'] ?? '', await requestScope().user());
export const clientLoader = ({ params }: ClientLoaderFunctionArgs) =>
  load(params['username'] ?? '', currentUser());

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) =>
  loaderData
    ? describePage(
        {
          title: m.live_page_title({ name: loaderData.name }),
          description: m.live_page_description({ name: loaderData.name }),
          path: `/${loaderData.username}/live`,
        },
        matches,
      )
    : [];

export default function WatchPage() {
  const { username } = useLoaderData<typeof loader>();
  const { user } = useSession();
  const { data: profile } = useQuery(profileQuery(username));
  const { data: live = null } = useQuery(liveQuery(username, user !== null));
  return profile ? (
    <LatePart>
      <Watch key={profile.id} profile={profile} live={live} />
    </LatePart>
  ) : null;
}
