// A profile: head, actions and tabs.
import { Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { m } from '../../paraglide/messages.js';
import { useSession } from '../../client/session/session.ts';
import { Tabs } from '../../ui/display/Tabs.tsx';
import { formatCount, formatDay } from '../../ui/display/formats.ts';
import { Goals } from '../../features/goals/index.ts';
import { PlanCard } from '../../features/subscriptions/index.ts';
import { type Profile, ProfileHead } from '../../features/profiles/index.ts';
import { ProfilePosts } from '../../features/posts/index.ts';
import styles from './ProfileView.module.css';
import { FirstSteps } from '../../features/studio/index.ts';
import { Gallery } from '../../features/galleries/index.ts';

type Tab = 'posts' | 'gallery' | 'about';
const tabOf = (name: string | null): Tab =>
  name === 'gallery' || name === 'about' ? name : 'posts';

export const ProfileView = ({ profile }: { profile: Profile }) => {
  const [search] = useSearchParams();
  const { user } = useSession();
  const current = tabOf(search.get('tab'));
  const address = `/${profile.domainName}`;
  return (
    <div className={styles.container}>
      <ProfileHead profile={profile} />
      {profile.producer && user?.profile.id === profile.id && (
        <Suspense fallback={null}>
          <FirstSteps />
        </Suspense>
      )}
      <PlanCard profile={profile} />
      <Goals profileId={profile.id} name={profile.exibitionName} />
      <div className={styles.tabs}>
        <Tabs
          label={m.profile_sections()}
          current={current}
          tabs={[
            {
              key: 'posts',
              to: address,
              text: m.profile_tab_posts(),
              count: formatCount(profile.totalPosts),
            },
            { key: 'gallery', to: `${address}?tab=gallery`, text: m.gallery_title() },
            { key: 'about', to: `${address}?tab=about`, text: m.profile_tab_about() },
          ]}
        />
      </div>
      {current === 'posts' && <ProfilePosts profile={profile} />}
      {current === 'about' && <About profile={profile} />}
      {current === 'gallery' && (
        <Suspense fallback={null}>
          <Gallery profile={profile} own={user?.profile.id === profile.id && profile.producer} />
        </Suspense>
      )}
    </div>
  );
};

const About = ({ profile }: { profile: Profile }) => (
  <section className={styles.about}>
    <p className={styles.aboutText}>
      {profile.about || m.profile_about_empty({ name: profile.exibitionName })}
    </p>
    <p className={styles.since}>{m.profile_since({ date: formatDay(profile.createdAt) })}</p>
  </section>
);
