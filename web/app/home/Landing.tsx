// The visitors' home page: introduction, producers who are online, and featured posts.
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Images, Moon } from 'lucide-react';
import { m } from '../../paraglide/messages.js';
import { LatePart } from '../../client/LatePart.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { ErrorState } from '../../ui/display/ErrorState.tsx';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import { onlineQuery, ProfileTile } from '../../features/profiles/index.ts';
import { OnAirRail } from '../../features/lives/index.ts';
import { FeaturedCard, featuredQuery } from '../../features/posts/index.ts';
import { Hero } from './Hero.tsx';
import styles from './Landing.module.css';

const SHAPES = [1, 2, 3, 4, 5, 6];

const Online = () => {
  const { data: recent, isError, isFetching, refetch } = useQuery(onlineQuery());
  const online = recent?.filter((profile) => profile.online || profile.live) ?? [];
  // Under "online" only those who are; while none is, those who were here last.
  const profiles = online.length > 0 ? online : recent;
  return (
    <section aria-labelledby="online" className={styles.section}>
      <div className={styles.head}>
        <h2 id="online">
          {recent?.length && online.length === 0 ? m.online_recently_title() : m.online_title()}
        </h2>
        <Link to="/?explore" viewTransition className={styles.more}>
          {m.online_all()}
        </Link>
      </div>
      {isError && <ErrorState onRetry={() => void refetch()} loading={isFetching} />}
      {!profiles && !isError && (
        <div className={styles.rail}>
          {SHAPES.map((shape) => (
            <Skeleton key={shape} shape="tile" />
          ))}
        </div>
      )}
      {profiles?.length === 0 && (
        <EmptyState icon={<Moon aria-hidden />} title={m.online_empty_title()}>
          {m.online_empty_text()}
        </EmptyState>
      )}
      {profiles && profiles.length > 0 && (
        <ul className={styles.rail}>
          {profiles.map((profile) => (
            <li key={profile.id}>
              <ProfileTile profile={profile} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
};

const Featured = () => {
  const { data: reply, isError, isFetching, refetch } = useQuery(featuredQuery());
  const posts = reply?.data;
  return (
    <section aria-labelledby="featured" className={styles.section}>
      <h2 id="featured" className={styles.head}>
        {m.featured_title()}
      </h2>
      {isError && <ErrorState onRetry={() => void refetch()} loading={isFetching} />}
      {!posts && !isError && (
        <div className={styles.cards}>
          {SHAPES.slice(0, 3).map((shape) => (
            <Skeleton key={shape} shape="picture" className={styles.cardShape} />
          ))}
        </div>
      )}
      {posts?.length === 0 && (
        <EmptyState icon={<Images aria-hidden />} title={m.featured_empty_title()}>
          {m.featured_empty_text()}
        </EmptyState>
      )}
      {posts && posts.length > 0 && (
        <div className={styles.cards}>
          {posts.map((post) => (
            <FeaturedCard key={post.id} post={post} />
          ))}
        </div>
      )}
    </section>
  );
};

export const Landing = () => (
  <>
    <Hero />
    <LatePart>
      <OnAirRail />
    </LatePart>
    <Online />
    <Featured />
  </>
);
