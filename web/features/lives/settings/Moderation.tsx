// The people who moderate a producer's rooms, who is muted or banned there, and what was done by whom.
import type { RestrictionKind } from '@camarim/contract/features/lives/room';
import { ROOM_MODERATORS_MAX } from '@camarim/contract/features/lives/room-limits';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Ban, Shield } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { explainRefusal } from '../../../client/api/errors.ts';
import { useSession } from '../../../client/session/session.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { LoadMore } from '../../../ui/actions/LoadMore.tsx';
import { Avatar } from '../../../ui/display/Avatar.tsx';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { ErrorState } from '../../../ui/display/ErrorState.tsx';
import { formatMoment } from '../../../ui/display/formats.ts';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { liveQuery } from '../queries.ts';
import { restrictionsQuery, useRoomTools } from '../room/queries.ts';
import {
  actsQuery,
  bansQuery,
  moderatorsQuery,
  type Person,
  type Restriction,
  type RoomAct,
  useModeration,
} from './moderation-queries.ts';
import styles from './settings.module.css';

export const Moderation = () => (
  <div className={styles.part}>
    <Moderators />
    <OpenShow />
    <Bans />
    <Acts />
  </div>
);

const Moderators = () => {
  const { data: moderators, isError, isFetching, refetch } = useQuery(moderatorsQuery());
  const { remove } = useModeration();
  if (isError && !moderators)
    return <ErrorState onRetry={() => void refetch()} loading={isFetching} />;
  return (
    <section className={styles.part} aria-label={m.moderation_moderators()}>
      <h2 className={styles.subtitle}>{m.moderation_moderators()}</h2>
      <p className={styles.soft}>{m.moderation_moderators_text()}</p>
      {moderators && moderators.length < ROOM_MODERATORS_MAX && <AddModerator />}
      {moderators?.length === 0 && (
        <EmptyState icon={<Shield aria-hidden />} title={m.moderation_moderators_none()} />
      )}
      <ul className={styles.list}>
        {moderators?.map((person) => (
          <PersonRow key={person.id} person={person}>
            <Button
              small
              loading={remove.isPending && remove.variables === person.id}
              onClick={() => remove.mutate(person.id)}
            >
              {m.live_moderator_remove()}
            </Button>
          </PersonRow>
        ))}
      </ul>
    </section>
  );
};

const AddModerator = () => {
  const { add } = useModeration();
  const [name, setName] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const username = name.trim().replace(/^@/, '').toLowerCase();
    if (username !== '') add.mutate(username, { onSuccess: () => setName('') });
  };
  return (
    <form className={styles.inline} onSubmit={submit} noValidate>
      <TextField
        label={m.moderation_add_name()}
        value={name}
        autoComplete="off"
        error={add.error ? explainRefusal(add.error) : undefined}
        onChange={({ currentTarget }) => {
          setName(currentTarget.value);
          add.reset();
        }}
      />
      <Button type="submit" variant="line" loading={add.isPending} disabled={name.trim() === ''}>
        {m.live_moderator_add()}
      </Button>
    </form>
  );
};

const KINDS: Record<RestrictionKind, () => string> = {
  mute: m.moderation_mute,
  kick: m.moderation_kick,
  ban: m.moderation_ban,
  banForGood: m.moderation_ban_for_good,
};

/** What holds in the show that is open; all of it ends with the show. */
const OpenShow = () => {
  const { user } = useSession();
  const { data: live } = useQuery(liveQuery(user?.profile.domainName ?? '', true));
  return live ? <Restrictions liveId={live.id} /> : null;
};

const Restrictions = ({ liveId }: { liveId: string }) => {
  const { data: all = [] } = useQuery(restrictionsQuery(liveId));
  const { lift } = useRoomTools(liveId);
  const restrictions = all.filter(({ kind }) => kind !== 'banForGood');
  if (restrictions.length === 0) return null;
  return (
    <section className={styles.part} aria-label={m.moderation_now()}>
      <h2 className={styles.subtitle}>{m.moderation_now()}</h2>
      <ul className={styles.list}>
        {restrictions.map((restriction) => (
          <RestrictionRow
            key={`${restriction.profileId} ${restriction.kind}`}
            restriction={restriction}
            onLift={() => lift.mutate(restriction)}
          />
        ))}
      </ul>
    </section>
  );
};

const Bans = () => {
  const bans = useInfiniteQuery(bansQuery());
  const { liftBan } = useModeration();
  const all = bans.data?.pages.flatMap(({ data }) => data);
  return (
    <section className={styles.part} aria-label={m.moderation_bans()}>
      <h2 className={styles.subtitle}>{m.moderation_bans()}</h2>
      {bans.isError && !all && (
        <ErrorState onRetry={() => void bans.refetch()} loading={bans.isFetching} />
      )}
      {all?.length === 0 && (
        <EmptyState icon={<Ban aria-hidden />} title={m.moderation_bans_none()} />
      )}
      <ul className={styles.list}>
        {all?.map((ban) => (
          <RestrictionRow
            key={ban.profileId}
            restriction={ban}
            onLift={() => liftBan.mutate(ban.profileId)}
          />
        ))}
      </ul>
      <LoadMore query={bans} text={m.moderation_more()} small />
    </section>
  );
};

const RestrictionRow = ({
  restriction: { profile, kind, until, createdAt },
  onLift,
}: {
  restriction: Restriction;
  onLift: () => void;
}) => {
  const name = profile?.exibitionName ?? m.receipts_nameless();
  return (
    <PersonRow
      person={profile}
      detail={[
        KINDS[kind](),
        formatMoment(createdAt),
        ...(until ? [m.recording_kept({ moment: formatMoment(until) })] : []),
      ].join(' · ')}
    >
      <Button small aria-label={m.live_restriction_lift({ name })} onClick={onLift}>
        {m.moderation_lift()}
      </Button>
    </PersonRow>
  );
};

const PersonRow = ({
  person,
  detail,
  children,
}: {
  person: Person | null;
  detail?: string;
  children: ReactNode;
}) => {
  const name = person?.exibitionName ?? m.receipts_nameless();
  return (
    <li className={styles.entry}>
      <Avatar
        name={name}
        src={person?.profileMediaThumbs?.mdThumb ?? person?.profileImage ?? null}
      />
      <div className={styles.entryText}>
        <b>{person ? <Link to={`/${person.domainName}`}>{name}</Link> : name}</b>
        <span className={styles.soft}>{detail ?? (person && `@${person.domainName}`)}</span>
      </div>
      {children}
    </li>
  );
};

type ActText = (names: { actor: string; name: string }) => string;
const ACTS: Record<RoomAct['action'], ActText> = {
  deleteMessage: m.act_delete_message,
  pin: m.act_pin,
  unpin: m.act_unpin,
  mute: m.act_mute,
  kick: m.act_kick,
  ban: m.act_ban,
  banForGood: m.act_ban_for_good,
  liftMute: m.act_lift_mute,
  liftKick: m.act_lift_kick,
  liftBan: m.act_lift_ban,
  liftBanForGood: m.act_lift_ban_for_good,
  addModerator: m.act_add_moderator,
  removeModerator: m.act_remove_moderator,
  settings: m.act_settings,
};

const Acts = () => {
  const acts = useInfiniteQuery(actsQuery());
  const all = acts.data?.pages.flatMap(({ data }) => data) ?? [];
  if (all.length === 0) return null;
  return (
    <section className={styles.part} aria-label={m.moderation_acts()}>
      <h2 className={styles.subtitle}>{m.moderation_acts()}</h2>
      <ul className={styles.list}>
        {all.map(({ id, action, actor, profile, createdAt }) => (
          <li key={id} className={styles.act}>
            {ACTS[action]({
              actor: actor?.exibitionName ?? m.receipts_nameless(),
              name: profile?.exibitionName ?? m.receipts_nameless(),
            })}
            <time dateTime={createdAt} className={styles.soft}>
              {formatMoment(createdAt)}
            </time>
          </li>
        ))}
      </ul>
      <LoadMore query={acts} text={m.moderation_more()} small />
    </section>
  );
};
