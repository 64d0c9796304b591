// What stands in the place of a show: it is not on air, it is for members, or it has ended.
import { Eye, Hourglass, MoonStar, Radio } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { askToJoinFor } from '../../../client/navigation.ts';
import { Button, ButtonLink } from '../../../ui/actions/Button.tsx';
import { Avatar } from '../../../ui/display/Avatar.tsx';
import { FollowButton, type Profile } from '../../profiles/index.ts';
import { formatMoney } from '../../../ui/display/formats.ts';
import { livePath } from '../paths.ts';
import { priceText } from '../price-text.ts';
import type { Live } from '../queries.ts';
import { groupText } from '../room/group-text.ts';
import { ShowState } from '../room/ShowState.tsx';
import { EntryForm } from './EntryForm.tsx';
import styles from './watch.module.css';

type Person = Pick<Profile, 'exibitionName' | 'domainName' | 'profileImage' | 'profileMediaThumbs'>;

const Card = ({
  person,
  title,
  children,
  ...rest
}: {
  person: Person;
  title: string;
  icon?: ReactNode;
  children?: ReactNode;
}) => (
  <section className={styles.card}>
    <Avatar
      name={person.exibitionName}
      src={person.profileMediaThumbs?.mdThumb ?? person.profileImage}
      size="large"
      eager
    />
    {rest.icon}
    <h1 className={styles.cardTitle}>{title}</h1>
    {children}
  </section>
);

const ToProfile = ({ person }: { person: Person }) => (
  <ButtonLink variant="line" to={`/${person.domainName}`}>
    {m.live_to_profile({ name: person.exibitionName })}
  </ButtonLink>
);

export const OfflineCard = ({ profile }: { profile: Profile }) => (
  <Card
    person={profile}
    icon={<MoonStar aria-hidden />}
    title={m.live_offline({ name: profile.exibitionName })}
  >
    <p>{profile.follower ? m.live_offline_followed() : m.live_offline_text()}</p>
    {!profile.follower && <FollowButton profile={profile} />}
    <ToProfile person={profile} />
  </Card>
);

export const JoinCard = ({ live }: { live: Live }) => {
  const { profile } = live;
  return (
    <Card person={profile} title={m.live_join_title({ name: profile.exibitionName })}>
      <p className={styles.badges}>
        <ShowState live={live} />
      </p>
      {live.title && <p>{live.title}</p>}
      <p className={styles.price}>{priceText(live)}</p>
      <Button variant="main" onClick={() => askToJoinFor(livePath(profile.domainName))}>
        {m.live_join()}
      </Button>
      <ToProfile person={profile} />
    </Card>
  );
};

export const EndedCard = ({ profile, children }: { profile: Profile; children?: ReactNode }) => (
  <Card
    person={profile}
    icon={<Radio aria-hidden />}
    title={m.live_ended_title({ name: profile.exibitionName })}
  >
    {children}
    {!profile.follower && (
      <>
        <p>{m.live_offline_text()}</p>
        <FollowButton profile={profile} />
      </>
    )}
    <ToProfile person={profile} />
  </Card>
);

/** Before a show that is paid. */
export const EntryCard = ({ live, children }: { live: Live; children: ReactNode }) => (
  <Card person={live.profile} title={m.live_join_title({ name: live.profile.exibitionName })}>
    <p className={styles.badges}>
      <ShowState live={live} />
    </p>
    {live.title && <p>{live.title}</p>}
    {groupText(live) !== null && <p role="status">{groupText(live)}</p>}
    {children}
  </Card>
);

/** A party whose producer is in a private show, or takes a break. */
export const PausedCard = ({ live, children }: { live: Live; children?: ReactNode }) => {
  const [spying, setSpying] = useState(false);
  const { spy, profile } = live;
  return (
    <Card
      person={profile}
      icon={<Hourglass aria-hidden />}
      title={
        live.pausedFor === 'break'
          ? m.live_break_title({ name: profile.exibitionName })
          : m.live_paused_title({ name: profile.exibitionName })
      }
    >
      <p role="status">{live.pausedFor === 'break' ? m.live_break_text() : m.live_paused_text()}</p>
      {children}
      {spy &&
        (spying ? (
          <EntryForm live={{ ...live, id: spy.liveId }} enteringAs="spy" />
        ) : (
          <Button variant="line" onClick={() => setSpying(true)}>
            <Eye aria-hidden />
            {m.live_spy({ price: formatMoney(spy.price) })}
          </Button>
        ))}
      <ToProfile person={profile} />
    </Card>
  );
};
