// The fan in a dialog, where there is no column for them: on phones a sheet.
import { m } from '../../../paraglide/messages.js';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import type { ConversationView } from '../queries.ts';
import { FanPanel } from './FanPanel.tsx';

type Props = { chatId: string; profile: ConversationView['profile']; onClose: () => void };

export default function FanDialog({ chatId, profile, onClose }: Props) {
  return (
    <Dialog title={m.fan_about({ name: profile.exibitionName })} onClose={onClose}>
      <FanPanel chatId={chatId} profile={profile} />
    </Dialog>
  );
}
