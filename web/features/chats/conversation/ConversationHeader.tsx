// The head of a conversation: who, whether they are online or writing, and what can be done with
// the conversation.
import { ArrowLeft, BellOff } from 'lucide-react';
import { Link } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { IconButton } from '../../../ui/actions/IconButton.tsx';
import { Avatar } from '../../../ui/display/Avatar.tsx';
import type { ConversationView } from '../queries.ts';
import { useTyping } from '../typing.ts';
import { ConversationMenu } from './ConversationMenu.tsx';
import styles from './conversation.module.css';

export const ConversationHeader = ({
  slug,
  conversation,
  onSearch,
  onBack,
}: {
  slug: string;
  conversation: ConversationView;
  onSearch: () => void;
  onBack: (() => void) | undefined;
}) => {
  const { profile, chat } = conversation;
  const typing = useTyping(chat?.id);
  const online = chat?.online ?? profile.online;
  const name = <b className={styles.name}>{profile.exibitionName}</b>;
  return (
    <header className={styles.head}>
      {onBack && (
        <IconButton
          className={styles.back}
          data-back=""
          label={m.chat_back()}
          icon={<ArrowLeft />}
          onClick={onBack}
        />
      )}
      <Avatar
        name={profile.exibitionName}
        src={profile.profileMediaThumbs?.mdThumb ?? profile.profileImage}
        size="medium"
      />
      <div className={styles.who}>
        <h2 className={styles.title}>
          {profile.producer ? (
            <Link to={`/${profile.domainName}`} viewTransition>
              {name}
            </Link>
          ) : (
            name
          )}
          {chat?.muted && (
            <span title={m.chat_muted()} className={styles.muted}>
              <BellOff aria-hidden />
              <span className="visually-hidden">{m.chat_muted()}</span>
            </span>
          )}
        </h2>
        <p className={styles.presence} aria-live="polite">
          {typing ? (
            m.chat_typing()
          ) : online ? (
            <span className={styles.online}>{m.online()}</span>
          ) : (
            `@${profile.domainName}`
          )}
        </p>
      </div>
      <ConversationMenu slug={slug} conversation={conversation} onSearch={onSearch} />
    </header>
  );
};
