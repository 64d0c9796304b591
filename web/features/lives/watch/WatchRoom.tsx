// A show that is watched: picture, chat, tips, and what is said about its money.
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Crown, Flag, MessagesSquare, NotepadText, Target, Users } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { Link } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { openDialog } from '../../../client/dialogs.ts';
import { useTopic } from '../../../client/realtime/use-topic.ts';
import { useSession } from '../../../client/session/session.ts';
import { IconButton, IconLink } from '../../../ui/actions/IconButton.tsx';
import { Avatar } from '../../../ui/display/Avatar.tsx';
import { GoalBar, Goals } from '../../goals/index.ts';
import { roomKeys } from '../keys.ts';
import { type Live, useLeaveLive } from '../queries.ts';
import { Chat, useRoomMessages } from '../room/Chat.tsx';
import { ChatWriting } from '../room/ChatWriting.tsx';
import { groupText } from '../room/group-text.ts';
import { Leaderboard } from '../room/Leaderboard.tsx';
import { roomQuery } from '../room/queries.ts';
import { Recording, RecordingRequest } from '../room/Recording.tsx';
import { ShowState } from '../room/ShowState.tsx';
import { type Panel, Stage } from '../room/Stage.tsx';
import { TipMenu } from '../room/TipMenu.tsx';
import { TipToast } from '../room/TipToast.tsx';
import { useOutgoingMessages } from '../room/use-outgoing-messages.ts';
import { useTipMoments } from '../room/use-tip-moments.ts';
import { Watchers } from '../room/Watchers.tsx';
import { MoneyWarning } from './MoneyWarning.tsx';
import { isTaken, Picture } from './Picture.tsx';
import { PlayerControls } from './PlayerControls.tsx';
import { ReverseCamera } from './ReverseCamera.tsx';
import { SlowNetwork } from './SlowNetwork.tsx';
import { usePlayer } from './use-player.ts';
import { useWatching } from './use-watching.ts';
import styles from './watch.module.css';

/**
 * Joins the room's topic once this person watches, because it is open to who does; a spy is not in
 * it.
 */
const useRoom = (live: Live, inRoom: boolean) => {
  useTopic('live', live.id, { keys: roomKeys(live.id), enabled: inRoom });
  const { data: room } = useQuery({ ...roomQuery(live.id), enabled: inRoom });
  const { data, messages } = useRoomMessages(live.id, inRoom);
  const { user } = useSession();
  const shownTip = useTipMoments(data && messages, user?.profile.id);
  return { room, shownTip, sending: useOutgoingMessages(live.id, messages) };
};

export const WatchRoom = ({ live }: { live: Live }) => {
  const { profile } = live;
  const stage = useRef<HTMLDivElement>(null);
  // A group show lets no one watch before it has its tickets.
  const isOpen = live.state !== 'paused' && groupText(live) === null;
  const watching = useWatching(live.id, isOpen, {
    mayDelay: live.type === '2',
    pictureTaken: isTaken(live),
  });
  const player = usePlayer(watching);
  const { link, restart } = watching;
  const spying = live.entered === 'spy';
  const { room, shownTip, sending } = useRoom(live, link === 'connected' && !spying);
  const leave = useLeaveLive(live);
  // The producer is back, or an administrator lets the show go on: what stood still is opened again
  // at once.
  const flows = live.state === 'onAir' && !isTaken(live);
  const flowed = useRef(flows);
  const onBack = useEffectEvent(() => {
    if (link !== 'connected') restart();
  });
  useEffect(() => {
    if (flows && !flowed.current) onBack();
    flowed.current = flows;
  }, [flows]);
  const tip = () =>
    openDialog('tip', { profileId: profile.id, liveId: live.id, name: profile.exibitionName });

  const panels: Panel[] = [
    ...(room
      ? [
          {
            key: 'chat',
            title: m.live_chat_tab(),
            icon: <MessagesSquare aria-hidden />,
            content: <Chat liveId={live.id} room={room} sending={sending} />,
          },
          {
            key: 'menu',
            title: m.live_menu(),
            icon: <NotepadText aria-hidden />,
            content: <TipMenu live={live} menu={room.menu} />,
          },
          {
            key: 'places',
            title: m.live_leaderboard(),
            icon: <Crown aria-hidden />,
            content: <Leaderboard tips={room.tips} />,
          },
        ]
      : []),
    ...(spying
      ? []
      : [
          {
            key: 'people',
            title: m.live_people(),
            icon: <Users aria-hidden />,
            content: <Watchers liveId={live.id} roomRole={room?.role ?? 'watcher'} />,
          },
        ]),
    {
      key: 'goals',
      title: m.goals_title(),
      icon: <Target aria-hidden />,
      content: (
        <div className={styles.panel}>
          <Goals profileId={profile.id} name={profile.exibitionName} liveId={live.id} />
        </div>
      ),
    },
  ];
  return (
    <Stage
      ref={stage}
      picture={<Picture live={live} watching={watching} player={player} />}
      notices={
        <>
          <MoneyWarning live={live} />
          <RecordingRequest live={live} />
          <ReverseCamera live={live} />
          <GoalBar profileId={profile.id} />
        </>
      }
      top={
        <>
          <IconLink
            to={`/${profile.domainName}`}
            label={m.live_leave()}
            icon={<ArrowLeft aria-hidden />}
            onClick={() => leave.mutate()}
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
          <Recording live={live} />
          {watching.isReduced && <SlowNetwork />}
          <IconButton
            className={styles.report}
            label={m.live_report()}
            icon={<Flag />}
            onClick={() => openDialog('report', { targetKind: 'live', targetId: live.id })}
          />
          {live.title && <p className={styles.showTitle}>{live.title}</p>}
        </>
      }
      toast={<TipToast message={shownTip} />}
      controls={<PlayerControls player={player} stage={stage} />}
      panelsLabel={m.live_panels()}
      panels={panels}
      footer={room && <ChatWriting room={room} onSend={sending.send} onTip={tip} />}
    />
  );
};
