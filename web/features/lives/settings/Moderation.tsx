// The people who moderate a producer's rooms, who is muted or banned there, and what was done by
// whom.
import type { RestrictionKind } from '@camarim/contract/features/lives/room';
import { ROOM_MODERATORS_MAX } from '@camarim/contract/features/lives/room-limits';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Ban, Shield } from 'lucide-react';
import { useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { explainRefusal } from '../../../client/api/errors.ts';
import { useSession } from '../../../client/session/session.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { LoadMore } from '../../../ui/actions/LoadMore.tsx';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { ErrorState } from '../../../ui/display/ErrorState.tsx';
import { formatMoment } from '../../../ui/display/formats.ts';
import { Spinner } from '../../../ui/display/Spinner.tsx';
import { SearchField } from '../../../ui/fields/SearchField.tsx';
import { candidatesQuery } from '../../lists/index.ts';
import { PersonRow } from '../../profiles/index.ts';
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
import { BlockedWordsLink, HiddenPlacesLink } from './WordsAndPlaces.tsx';
import styles from './settings.module.css';

export const Moderation = () => (
  <div className={styles.part}>
    <Moderators />
    <OpenShow />
    <Bans />
    <Inherited />
    <Acts />
  </div>
);

const Inherited = () => (
  <section className={styles.part} aria-label={m.moderation_inherited()}>
    <h2 className={styles.subtitle}>{m.moderation_inherited()}</h2>
    <BlockedWordsLink />
    <HiddenPlacesLink />
  </section>
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
      {moderators?.length === 0 && (
        <EmptyState icon={<Shield aria-hidden />} title={m.moderation_moderators_none()} />
      )}
      <ul className={styles.list}>
        {moderators?.map((person) => (
          <li key={person.id}>
            <PersonRow
              person={person}
              actions={
                <Button
                  small
                  aria-label={m.moderation_remove({ name: person.exibitionName })}
                  loading={remove.isPending && remove.variables === person.id}
                  onClick={() => remove.mutate(person.id)}
                >
                  {m.live_moderator_remove()}
                </Button>
              }
            />
          </li>
        ))}
      </ul>
      {moderators && moderators.length < ROOM_MODERATORS_MAX && (
        <AddModerator moderators={moderators} />
      )}
    </section>
  );
};

/** Followers and subscribers by name: fans have no page to be found by. */
const AddModerator = ({ moderators }: { moderators: readonly Person[] }) => {
  const [name, setName] = useState('');
  return (
    <>
      <SearchField label={m.moderation_search()} onSearch={setName} />
      {name.trim() !== '' && <Candidates name={name.trim()} moderators={moderators} />}
    </>
  );
};

const Candidates = ({ name, moderators }: { name: string; moderators: readonly Person[] }) => {
  const { add } = useModeration();
  const followers = useInfiniteQuery(candidatesQuery('followers', name));
  const members = useInfiniteQuery(candidatesQuery('members', name));
  if (followers.isPending || members.isPending) return <Spinner />;
  const found = [followers, members].flatMap(
    ({ data }) => data?.pages.flatMap((page) => page.data) ?? [],
  );
  const people = new Map(found.map((person) => [person.id, person]));
  for (const { id } of moderators) people.delete(id);
  if (people.size === 0) return <p role="status">{m.moderation_search_none()}</p>;
  return (
    <>
      <p role="alert" className={styles.problem}>
        {add.error ? explainRefusal(add.error) : ''}
      </p>
      <ul className={styles.list}>
        {[...people.values()].map((person) => (
          <li key={person.id}>
            <PersonRow
              person={person}
              actions={
                <Button
                  small
                  variant="line"
                  aria-label={m.moderation_name({ name: person.exibitionName })}
                  loading={add.isPending && add.variables === person.id}
                  onClick={() => add.mutate(person.id)}
                >
                  {m.live_moderator_add()}
                </Button>
              }
            />
          </li>
        ))}
      </ul>
    </>
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
    <li className={styles.entry}>
      <div className={styles.entryText}>
        <b>{name}</b>
        <span className={styles.soft}>
          {[
            KINDS[kind](),
            formatMoment(createdAt),
            ...(until ? [m.recording_kept({ moment: formatMoment(until) })] : []),
          ].join(' · ')}
        </span>
      </div>
      <Button small aria-label={m.live_restriction_lift({ name })} onClick={onLift}>
        {m.moderation_lift()}
      </Button>
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
