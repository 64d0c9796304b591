// The posts of a profile; the post of the fragment (#post-ID) comes first.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Images } from 'lucide-react';
import { use } from 'react';
import { useLocation } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { SeenAs } from '../../../client/session/session.ts';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { PostCard } from '../card/PostCard.tsx';
import { PostList } from './PostList.tsx';
import { postQuery, profilePostsQuery } from '../queries.ts';
import styles from './ProfilePosts.module.css';

const NAMED = /^#post-([0-9a-f-]{36})$/;

export const ProfilePosts = ({
  profile,
}: {
  profile: { domainName: string; exibitionName: string; headerMediaThumbs: object | null };
}) => {
  const { hash } = useLocation();
  const named = NAMED.exec(hash)?.[1] ?? null;
  const seenAs = use(SeenAs);
  const posts = useInfiniteQuery(profilePostsQuery(profile.domainName, seenAs));
  const one = useQuery({ ...postQuery(named ?? ''), enabled: named !== null && !seenAs });
  return (
    <div className={styles.posts}>
      {named && one.data && <PostCard post={one.data.data} priority />}
      <PostList
        key={seenAs}
        id={`profile-${profile.domainName}${seenAs ? `-${seenAs}` : ''}`}
        label={m.profile_tab_posts()}
        query={posts}
        order="given"
        // On slow lines it would take the line from the cover, which is above it.
        priority={profile.headerMediaThumbs === null}
        except={one.data ? named : null}
        empty={
          <EmptyState
            icon={<Images aria-hidden />}
            title={m.profile_posts_empty({ name: profile.exibitionName })}
          />
        }
      />
    </div>
  );
};
