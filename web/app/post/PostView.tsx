// A post with its comments, the plan of its producer, and more of their posts.
import type { ViewAs } from '@camarim/contract/limits';
import { postPath } from '@camarim/contract/post-path';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { use } from 'react';
import { Link, useNavigate } from 'react-router';
import { m } from '../../paraglide/messages.js';
import { SeenAs } from '../../client/session/session.ts';
import {
  FeaturedCard,
  type Post,
  PostCard,
  profilePostsQuery,
} from '../../features/posts/index.ts';
import { type Profile, profileQuery, ViewAsBanner } from '../../features/profiles/index.ts';
import { PlanCard } from '../../features/subscriptions/index.ts';
import styles from './PostView.module.css';
import { LatePart } from '../../client/LatePart.tsx';

const MORE_POSTS = 6;

type Props = {
  post: Post;
  /** As whom its owner looks at it; null for everyone else. */
  seenAs: ViewAs | null;
};

export const PostView = ({ post, seenAs }: Props) => {
  const { data: profile } = useQuery(profileQuery(post.profile.domainName, seenAs));
  return (
    <SeenAs value={seenAs}>
      {seenAs && profile && (
        <LatePart>
          <ViewAsBanner
            profile={profile}
            seenAs={seenAs}
            address={postPath(post.profile.domainName, post.id)}
          />
        </LatePart>
      )}
      <Page post={post} profile={profile} />
    </SeenAs>
  );
};

const Page = ({ post, profile }: { post: Post; profile: Profile | undefined }) => {
  const navigate = useNavigate();
  const { domainName, exibitionName } = post.profile;
  const address = `/${domainName}`;
  return (
    <div className={styles.page}>
      <h1 className="visually-hidden">{m.post_of({ name: exibitionName })}</h1>
      <PostCard
        post={post}
        priority
        ownPage={{ onDeleted: () => void navigate(address, { replace: true }) }}
      />
      {profile && !post.mine && (
        <div className={styles.plan}>
          <PlanCard profile={profile} />
        </div>
      )}
      <More except={post.id} name={exibitionName} domainName={domainName} />
    </div>
  );
};

const More = ({
  except,
  name,
  domainName,
}: {
  except: string;
  name: string;
  domainName: string;
}) => {
  const { data } = useInfiniteQuery(profilePostsQuery(domainName, use(SeenAs)));
  const others = (data?.pages[0]?.data ?? []).filter(({ id }) => id !== except);
  return (
    <section className={styles.more} aria-labelledby="more-posts">
      <div className={styles.head}>
        <h2 id="more-posts">{m.post_more_of({ name })}</h2>
        <Link to={`/${domainName}`} className={styles.all}>
          {m.post_see_profile()}
        </Link>
      </div>
      {others.length > 0 && (
        <ul className={styles.cards}>
          {others.slice(0, MORE_POSTS).map((post) => (
            <li key={post.id}>
              <FeaturedCard post={post} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
};
