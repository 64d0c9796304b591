// A show that is watched: picture, chat and tips.
import { ArrowLeft, Target, Users } from 'lucide-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { Link } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { openDialog } from '../../../client/dialogs.ts';
import { joinTopic } from '../../../client/realtime/joined-topics.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { IconLink } from '../../../ui/actions/IconButton.tsx';
import { Avatar } from '../../../ui/display/Avatar.tsx';
import { Goals } from '../../goals/index.ts';
import { liveKeys } from '../keys.ts';
import type { Live } from '../queries.ts';
import { ShowState } from '../room/ShowState.tsx';
import { Stage } from '../room/Stage.tsx';
import { Watchers } from '../room/Watchers.tsx';
import { PlayerControls } from './PlayerControls.tsx';
import { Picture } from './Picture.tsx';
import { usePlayer } from './use-player.ts';
import { useWatching } from './use-watching.ts';
import styles from './watch.module.css';

export const WatchRoom = ({ live }: { live: Live }) => {
  const { profile } = live;
  const stage = useRef<HTMLDivElement>(null);
  const watching = useWatching(live.id, true);
  const player = usePlayer(watching.stream);
  const { link, restart } = watching;
  const inRoom = link === 'connected';
  const client = useQueryClient();
  useEffect(() => {
    if (!inRoom) return;
    // Counts from before one came are old.
    for (const queryKey of [liveKeys.shows, liveKeys.watchers(live.id)])
      void client.invalidateQueries({ queryKey });
    // The topic is open to who watches.
    return joinTopic('live', live.id);
  }, [inRoom, live.id, client]);
  // The producer is back: what stood still is opened again at once.
  const onState = useEffectEvent((state: Live['state']) => {
    if (state === 'onAir' && link !== 'connected') restart();
  });
  useEffect(() => onState(live.state), [live.state]);
  return (
    <Stage
      ref={stage}
      picture={<Picture live={live} watching={watching} player={player} />}
      top={
        <>
          <IconLink
            to={`/${profile.domainName}`}
            label={m.live_leave()}
            icon={<ArrowLeft aria-hidden />}
          />
          <Link to={`/${profile.domainName}`} className={styles.who}>
            <Avatar
              name={profile.exibitionName}
              src={profile.profileMediaThumbs?.mdThumb ?? profile.profileImage}
              size="tiny"
              eager
            />
            <h1 className={styles.name}>{profile.exibitionName}</h1>
          </Link>
          <ShowState live={live} />
          {live.title && <p className={styles.showTitle}>{live.title}</p>}
        </>
      }
      controls={<PlayerControls player={player} stage={stage} />}
      panelsLabel={m.live_panels()}
      panels={[
        {
          key: 'people',
          title: m.live_people(),
          icon: <Users aria-hidden />,
          content: <Watchers liveId={live.id} />,
        },
        {
          key: 'goals',
          title: m.goals_title(),
          icon: <Target aria-hidden />,
          content: (
            <div className={styles.panel}>
              <Goals profileId={profile.id} name={profile.exibitionName} />
            </div>
          ),
        },
      ]}
      footer={
        <Button
          variant="money"
          fullWidth
          onClick={() => openDialog('tip', { profileId: profile.id, name: profile.exibitionName })}
        >
          {m.profile_tip()}
        </Button>
      }
    />
  );
};
