// Rows of producers without a search: recommended ones, and those who joined recently.
import { useQuery } from '@tanstack/react-query';
import { m } from '../../../paraglide/messages.js';
import { useSession } from '../../../client/session/session.ts';
import { newcomersQuery, recommendedQuery } from '../queries.ts';
import { ProfileRow } from './ProfileRow.tsx';
import { ProfileTile } from './ProfileTile.tsx';

/** With fewer producers than `atLeast` there is no row. */
type Props = { atLeast: number };

export const Newcomers = ({ atLeast }: Props) => {
  const { user } = useSession();
  const { data = [] } = useQuery(newcomersQuery());
  const others = data.filter(({ id }) => id !== user?.profile.id);
  if (others.length < atLeast) return null;
  return (
    <ProfileRow title={m.explore_newcomers()}>
      {others.map((profile) => (
        <li key={profile.id}>
          <ProfileTile profile={profile} />
        </li>
      ))}
    </ProfileRow>
  );
};

export const Recommended = ({ atLeast }: Props) => {
  const { data } = useQuery(recommendedQuery());
  if (!data || data.length < atLeast) return null;
  return (
    <ProfileRow title={m.explore_recommended()}>
      {data.map(({ reason, ...profile }) => (
        <li key={profile.id}>
          <ProfileTile
            profile={profile}
            reason={
              reason.kind === 'tag'
                ? m.explore_because_tag({ tag: reason.tag })
                : m.explore_because_follows({ name: reason.exibitionName })
            }
          />
        </li>
      ))}
    </ProfileRow>
  );
};
