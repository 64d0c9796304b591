// A profile: head, actions and tabs.
import type { ViewAs } from '@camarim/contract/limits';
import { useSearchParams } from 'react-router';
import { m } from '../../paraglide/messages.js';
import { SeenAs, useSession } from '../../client/session/session.ts';
import { Tabs } from '../../ui/display/Tabs.tsx';
import { formatCount, formatDay } from '../../ui/display/formats.ts';
import { ProfileCollections } from '../../features/collections/index.ts';
import { Goals } from '../../features/goals/index.ts';
import { ProfileLive, useIsLive } from '../../features/lives/index.ts';
import { PlanCard } from '../../features/subscriptions/index.ts';
import { type Profile, ProfileHead, ViewAsBanner } from '../../features/profiles/index.ts';
import { ProfilePosts } from '../../features/posts/index.ts';
import styles from './ProfileView.module.css';
import { FirstSteps } from '../../features/studio/index.ts';
import { Gallery } from '../../features/galleries/index.ts';
import { LatePart } from '../../client/LatePart.tsx';

type Tab = 'posts' | 'gallery' | 'about';
const tabOf = (name: string | null): Tab =>
  name === 'gallery' || name === 'about' ? name : 'posts';

/** `seenAs`: as whom the owner looks at it; null for everyone else. */
export const ProfileView = ({ profile, seenAs }: { profile: Profile; seenAs: ViewAs | null }) => (
  <SeenAs value={seenAs}>
    {seenAs && (
      <LatePart>
        <ViewAsBanner profile={profile} seenAs={seenAs} address={`/${profile.domainName}`} />
      </LatePart>
    )}
    <Page profile={profile} seenAs={seenAs} />
  </SeenAs>
);

const Page = ({ profile, seenAs }: { profile: Profile; seenAs: ViewAs | null }) => {
  const [search] = useSearchParams();
  const { user } = useSession();
  const current = tabOf(search.get('tab'));
  const live = useIsLive(profile);
  const addressOf = (tab: Tab): string => {
    const parameters = new URLSearchParams({
      ...(tab !== 'posts' && { tab }),
      ...(seenAs && { as: seenAs }),
    }).toString();
    return `/${profile.domainName}${parameters && `?${parameters}`}`;
  };
  return (
    <div className={styles.container}>
      <ProfileHead profile={profile} live={live} />
      <div className={styles.columns}>
        {profile.producer && user?.profile.id === profile.id && (
          <div className={styles.steps}>
            <LatePart>
              <FirstSteps />
            </LatePart>
          </div>
        )}
        <div className={styles.aside}>
          <PlanCard profile={profile} />
          <Goals profileId={profile.id} name={profile.exibitionName} />
        </div>
        <div className={styles.main}>
          {profile.producer && (
            <LatePart>
              <ProfileLive producer={profile} />
            </LatePart>
          )}
          {profile.producer && (
            <LatePart>
              <ProfileCollections profileId={profile.id} />
            </LatePart>
          )}
          <div className={styles.tabs}>
            <Tabs
              label={m.profile_sections()}
              current={current}
              tabs={[
                {
                  key: 'posts',
                  to: addressOf('posts'),
                  text: m.profile_tab_posts(),
                  count: formatCount(profile.totalPosts),
                },
                { key: 'gallery', to: addressOf('gallery'), text: m.gallery_title() },
                { key: 'about', to: addressOf('about'), text: m.profile_tab_about() },
              ]}
            />
          </div>
          {current === 'posts' && <ProfilePosts profile={profile} />}
          {current === 'about' && <About profile={profile} />}
          {current === 'gallery' && (
            <LatePart>
              <Gallery
                profile={profile}
                own={user?.profile.id === profile.id && profile.producer}
              />
            </LatePart>
          )}
        </div>
      </div>
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
