// Rows of producers without a search: recommended ones, and those who joined recently.
import { useQuery } from '@tanstack/react-query';
import { m } from '../../../paraglide/messages.js';
import { newcomersQuery, recommendedQuery } from '../queries.ts';
import { ProfileRow } from './ProfileRow.tsx';
import { ProfileTile } from './ProfileTile.tsx';

/** A row of fewer would look forgotten. */
const ROW_MIN = 3;

export const Newcomers = () => {
  const { data } = useQuery(newcomersQuery());
  if (!data || data.length < ROW_MIN) return null;
  return (
    <ProfileRow title={m.explore_newcomers()}>
      {data.map((profile) => (
        <li key={profile.id}>
          <ProfileTile profile={profile} />
        </li>
      ))}
    </ProfileRow>
  );
};

export const Recommended = () => {
  const { data } = useQuery(recommendedQuery());
  if (!data || data.length === 0) return null;
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
