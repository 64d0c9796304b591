// /live: a producer's studio; for everyone else the parties that are on air.
import { m } from '../../paraglide/messages.js';
import { LatePart } from '../../client/LatePart.tsx';
import { lazyPart } from '../../client/load-part.ts';
import { loadPage } from '../../client/page-data.ts';
import { requestScope } from '../../client/request-scope.server.ts';
import { currentUser, type User, useSession } from '../../client/session/session.ts';
import { OnAirList } from './active/OnAirList.tsx';
import { activeQuery, liveQuery } from './queries.ts';

const Studio = lazyPart(() => import('./studio/Studio.tsx'));

const load = (user: User | null) =>
  loadPage({
    optional: user?.profile.producer ? [liveQuery(user.profile.domainName, true)] : [activeQuery()],
  });

export const loader = async () => ({
  queries: (await load(await requestScope().user())).queries,
});
export const clientLoader = async () => {
  await load(currentUser());
  return null;
};

export const meta = () => [
  { title: `${m.menu_live()} · Camarim` },
  { name: 'robots', content: 'noindex' },
];

export default function LivePage() {
  const { user } = useSession();
  if (!user?.profile.producer) return <OnAirList />;
  return (
    <LatePart>
      <Studio user={user} />
    </LatePart>
  );
}
