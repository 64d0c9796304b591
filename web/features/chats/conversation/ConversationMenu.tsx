// What can be done with a conversation: mute, note, report and block the other one.
import {
  Ban,
  Bell,
  BellOff,
  Ellipsis,
  Flag,
  NotebookPen,
  ScrollText,
  Search,
  UserRound,
} from 'lucide-react';
import { useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { openDialog } from '../../../client/dialogs.ts';
import { Menu } from '../../../ui/actions/Menu.tsx';
import { LateOverlay } from '../../../ui/overlays/LateOverlay.tsx';
import { AskDialog } from '../../orders/index.ts';
import { fanOf } from '../fan/FanColumn.tsx';
import { FanDialog } from '../parts.ts';
import { type ConversationView, useMute } from '../queries.ts';

export const ConversationMenu = ({
  slug,
  conversation,
  onSearch,
}: {
  slug: string;
  conversation: ConversationView;
  onSearch: () => void;
}) => {
  const { profile, chat } = conversation;
  const { id, exibitionName: name, domainName } = profile;
  const mute = useMute(slug);
  const [asking, setAsking] = useState(false);
  const [showingFan, setShowingFan] = useState(false);
  const fan = fanOf(conversation);
  const asks = profile.producer && conversation.writing.refusal === null;
  return (
    <>
      <Menu
        label={m.chat_more({ name })}
        icon={<Ellipsis aria-hidden />}
        items={[
          ...(fan
            ? [
                {
                  key: 'fan',
                  text: m.fan_open(),
                  icon: <UserRound aria-hidden />,
                  onSelect: () => setShowingFan(true),
                },
              ]
            : []),
          ...(chat
            ? [
                {
                  key: 'search',
                  text: m.chat_search(),
                  icon: <Search aria-hidden />,
                  onSelect: onSearch,
                },
                {
                  key: 'mute',
                  text: chat.muted ? m.chat_unmute() : m.chat_mute(),
                  icon: chat.muted ? <Bell aria-hidden /> : <BellOff aria-hidden />,
                  onSelect: () => mute.mutate({ id: chat.id, muted: !chat.muted }),
                },
              ]
            : []),
          ...(asks
            ? [
                {
                  key: 'order',
                  text: m.order_ask(),
                  icon: <ScrollText aria-hidden />,
                  onSelect: () => setAsking(true),
                },
              ]
            : []),
          {
            key: 'note',
            text: m.note_open(),
            icon: <NotebookPen aria-hidden />,
            onSelect: () => openDialog('note', { profileId: id, name }),
          },
          {
            key: 'report',
            text: m.report_title(),
            icon: <Flag aria-hidden />,
            onSelect: () =>
              openDialog('report', {
                targetKind: 'profile',
                targetId: id,
                author: { id, exibitionName: name, domainName },
              }),
          },
          {
            key: 'block',
            text: m.block(),
            icon: <Ban aria-hidden />,
            danger: true,
            onSelect: () => openDialog('block', { profileId: id, name, domainName }),
          },
        ]}
      />
      {fan && showingFan && (
        <LateOverlay>
          <FanDialog {...fan} onClose={() => setShowingFan(false)} />
        </LateOverlay>
      )}
      {asking && (
        <LateOverlay>
          <AskDialog profileId={id} name={name} onClose={() => setAsking(false)} />
        </LateOverlay>
      )}
    </>
  );
};
