// What can be done about a person in a room, and about what they said.
import type { RestrictionKind } from '@camarim/contract/features/lives/room';
import { KICK_MINUTES } from '@camarim/contract/features/lives/room-limits';
import { Ban, Flag, MicOff, Pin, Shield, ShieldOff, Trash2, UserX } from 'lucide-react';
import type { ReactNode } from 'react';
import { m } from '../../../paraglide/messages.js';
import { openDialog } from '../../../client/dialogs.ts';
import { useSession } from '../../../client/session/session.ts';
import { Button, ButtonLink } from '../../../ui/actions/Button.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { type RoomMessage, type Room, useRoomTools } from './queries.ts';
import styles from './room.module.css';

type Props = {
  liveId: string;
  role: Room['role'];
  person: Pick<RoomMessage['profile'], 'id' | 'domainName' | 'exibitionName'> & {
    marks: readonly string[];
  };
  /** What the person said, where the dialog was opened from it. */
  message?: RoomMessage;
  onClose: () => void;
};
type Act = {
  key: string;
  text: string;
  icon: ReactNode;
  /** It does not end with the show. */
  danger?: boolean;
  run: () => Promise<unknown>;
};

const RESTRICTIONS: readonly { kind: RestrictionKind; text: () => string; icon: ReactNode }[] = [
  { kind: 'mute', text: m.live_mute_person, icon: <MicOff aria-hidden /> },
  { kind: 'kick', text: () => m.live_kick({ minutes: KICK_MINUTES }), icon: <UserX aria-hidden /> },
  { kind: 'ban', text: m.live_ban, icon: <Ban aria-hidden /> },
  { kind: 'banForGood', text: m.live_ban_for_good, icon: <Ban aria-hidden /> },
];

export const PersonDialog = ({ liveId, role, person: profile, message, onClose }: Props) => {
  const { user } = useSession();
  const tools = useRoomTools(liveId);
  const mine = user?.profile.id === profile.id;
  const leads = role !== 'watcher';
  const isModerator = profile.marks.includes('moderator');
  const isProtected =
    profile.marks.includes('producer') || (isModerator && role === 'moderator') || mine;

  const acts: Act[] = [
    ...(message && (mine || (leads && !isProtected))
      ? [
          {
            key: 'delete',
            text: m.live_message_delete(),
            icon: <Trash2 aria-hidden />,
            run: () => tools.deleteMessage.mutateAsync(message.id),
          },
        ]
      : []),
    ...(leads && message?.text
      ? [
          {
            key: 'pin',
            text: m.live_message_pin(),
            icon: <Pin aria-hidden />,
            run: () => tools.pin.mutateAsync(message.id),
          },
        ]
      : []),
    ...(leads && !isProtected
      ? RESTRICTIONS.map(({ kind, text, icon }) => ({
          key: kind,
          text: text(),
          icon,
          danger: kind === 'banForGood',
          run: () => tools.restrict.mutateAsync({ profileId: profile.id, kind }),
        }))
      : []),
    ...(role === 'producer' && !mine
      ? [
          {
            key: 'moderator',
            text: isModerator ? m.live_moderator_remove() : m.live_moderator_add(),
            icon: isModerator ? <ShieldOff aria-hidden /> : <Shield aria-hidden />,
            run: () => tools.appoint.mutateAsync({ profileId: profile.id, on: !isModerator }),
          },
        ]
      : []),
  ];
  const act = ({ run, text }: Act) =>
    void run().then(() => {
      showToast(m.live_act_done({ act: text }), 'success');
      onClose();
    });
  const report = () => openDialog('report', { targetKind: 'profile', targetId: profile.id });

  return (
    <Dialog title={profile.exibitionName} onClose={onClose}>
      {message?.text && <p className={styles.quoted}>{message.text}</p>}
      <div className={styles.acts}>
        <ButtonLink variant="line" to={`/${profile.domainName}`} target="_blank">
          {m.live_to_profile({ name: profile.exibitionName })}
        </ButtonLink>
        {acts.map((one) => (
          <Button key={one.key} variant={one.danger ? 'danger' : 'quiet'} onClick={() => act(one)}>
            {one.icon}
            {one.text}
          </Button>
        ))}
        {!mine && (
          <Button variant="text" onClick={report}>
            <Flag aria-hidden />
            {m.report_title()}
          </Button>
        )}
      </div>
    </Dialog>
  );
};
