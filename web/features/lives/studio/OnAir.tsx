// A show of one's own: the picture that is sent, its state, and what happens in the room.
import { useQuery } from '@tanstack/react-query';
import { Crown, MessagesSquare, NotepadText, Phone, Target, Users } from 'lucide-react';
import { useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { useTopic } from '../../../client/realtime/use-topic.ts';
import { roomKeys } from '../keys.ts';
import { Badge } from '../../../ui/display/Badge.tsx';
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { LeaveGuard } from '../../../ui/overlays/LeaveGuard.tsx';
import { GoalBar, GoalSettings } from '../../goals/index.ts';
import { type Live, useEndLive } from '../queries.ts';
import { Chat, useRoomMessages } from '../room/Chat.tsx';
import { ChatWriting } from '../room/ChatWriting.tsx';
import { groupText } from '../room/group-text.ts';
import { Leaderboard } from '../room/Leaderboard.tsx';
import { roomQuery } from '../room/queries.ts';
import { Recording } from '../room/Recording.tsx';
import { ShowState } from '../room/ShowState.tsx';
import { TipToast } from '../room/TipToast.tsx';
import { type Panel, Stage } from '../room/Stage.tsx';
import { useOutgoingMessages } from '../room/use-outgoing-messages.ts';
import { useTipMoments } from '../room/use-tip-moments.ts';
import { Watchers } from '../room/Watchers.tsx';
import { ReverseCamera } from '../watch/ReverseCamera.tsx';
import { CallQueue } from './CallQueue.tsx';
import { CameraPreview } from './CameraPreview.tsx';
import { Connection } from './Connection.tsx';
import { DevicePickers } from './DevicePickers.tsx';
import { Earned } from './Earned.tsx';
import { MenuSettings } from './MenuSettings.tsx';
import { ModerationNotice } from './ModerationNotice.tsx';
import { RoomRules } from './RoomRules.tsx';
import { Paused, ShowControls } from './ShowControls.tsx';
import { ProgramPicture } from './ProgramPicture.tsx';
import type { Camera } from './use-camera.ts';
import { useSource } from './use-source.ts';
import styles from './studio.module.css';

const useRoom = (live: Live) => {
  useTopic('live', live.id, { keys: roomKeys(live.id) });
  const { data: room } = useQuery(roomQuery(live.id));
  const { data, messages } = useRoomMessages(live.id, true);
  const shownTip = useTipMoments(data && messages, undefined);
  return { room, shownTip, sending: useOutgoingMessages(live.id, messages) };
};

const panelsOf = (live: Live, { room, sending }: ReturnType<typeof useRoom>): Panel[] => [
  ...(room
    ? [
        {
          key: 'chat',
          title: m.live_chat_tab(),
          icon: <MessagesSquare aria-hidden />,
          content: <Chat liveId={live.id} room={room} sending={sending} />,
        },
      ]
    : []),
  {
    key: 'calls',
    title: m.call_queue(),
    icon: <Phone aria-hidden />,
    content: <CallQueue />,
  },
  ...(room
    ? [
        {
          key: 'menu',
          title: m.live_menu(),
          icon: <NotepadText aria-hidden />,
          content: <MenuSettings liveId={live.id} />,
        },
        {
          key: 'places',
          title: m.live_leaderboard(),
          icon: <Crown aria-hidden />,
          content: <Leaderboard tips={room.tips} />,
        },
      ]
    : []),
  {
    key: 'goals',
    title: m.goals_title(),
    icon: <Target aria-hidden />,
    content: (
      <div className={styles.panel}>
        <GoalSettings profileId={live.profile.id} />
      </div>
    ),
  },
  {
    key: 'people',
    title: m.live_people(),
    icon: <Users aria-hidden />,
    content: <Watchers liveId={live.id} roomRole="producer" />,
  },
];

export const OnAir = ({ live, camera }: { live: Live; camera: Camera }) => {
  const { publishing, byProgram, choose } = useSource(live, camera);
  const roomState = useRoom(live);
  const panels = panelsOf(live, roomState);
  const { room, shownTip, sending } = roomState;
  const [dialog, setDialog] = useState<'devices' | 'rules' | 'end' | null>(null);
  const end = useEndLive(live.profile.domainName);
  const close = () => setDialog(null);
  return (
    <>
      <h1 className="visually-hidden">{m.live_studio_title()}</h1>
      <Stage
        picture={
          <>
            {byProgram ? (
              <ProgramPicture live={live} problem={camera.problem} onReplace={choose} />
            ) : (
              <CameraPreview camera={camera} />
            )}
            {live.state === 'paused' && <Paused live={live} />}
          </>
        }
        notices={
          <>
            {groupText(live) !== null && (
              <Badge>
                <span role="status">{groupText(live)}</span>
              </Badge>
            )}
            <ModerationNotice live={live} />
            <ReverseCamera live={live} />
            <GoalBar profileId={live.profile.id} />
          </>
        }
        top={
          <>
            <ShowState live={live} />
            <Recording live={live} />
            {live.state !== 'paused' && !byProgram && <Connection state={publishing} />}
            <Earned live={live} />
          </>
        }
        toast={<TipToast message={shownTip} />}
        controls={
          <ShowControls live={live} camera={byProgram ? null : camera} onOpen={setDialog} />
        }
        panelsLabel={m.live_panels()}
        panels={panels}
        footer={room && <ChatWriting room={room} onSend={sending.send} />}
      />
      <LeaveGuard
        when={!byProgram}
        title={m.live_leave_title()}
        confirmLabel={m.live_leave_confirm()}
      >
        {m.live_leave_text()}
      </LeaveGuard>
      {dialog === 'devices' && (
        <Dialog title={m.live_devices()} onClose={close}>
          <DevicePickers camera={camera} onTrack={publishing.replace} />
        </Dialog>
      )}
      {dialog === 'rules' && room && <RoomRules room={room} onClose={close} />}
      {dialog === 'end' && (
        <ConfirmDialog
          title={m.live_end_title()}
          confirmLabel={m.live_end()}
          onConfirm={() => end.mutateAsync(live.id)}
          onClose={close}
        >
          {m.live_end_text()}
        </ConfirmDialog>
      )}
    </>
  );
};
