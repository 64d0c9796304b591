// "Come to my show": a message that leads to the show of who sent it, on their profile.
import { Radio } from 'lucide-react';
import { m } from '../../../paraglide/messages.js';
import { ButtonLink } from '../../../ui/actions/Button.tsx';
import type { Message } from '../messages.ts';
import type { ConversationView } from '../queries.ts';
import styles from './messages.module.css';

const textOf = ({ show, mine }: Message, name: string): string => {
  if (show?.type === '3')
    return mine ? m.chat_show_mine_private({ name }) : m.chat_show_theirs_private({ name });
  return mine ? m.chat_show_mine({ name }) : m.chat_show_theirs({ name });
};

export const ShowCard = ({
  message,
  profile,
}: {
  message: Message;
  profile: ConversationView['profile'];
}) => (
  <div className={styles.show}>
    <p className={styles.showText}>
      <Radio aria-hidden />
      {textOf(message, profile.exibitionName)}
    </p>
    {!message.mine && (
      <ButtonLink variant="live" small to={`/${profile.domainName}`}>
        {m.chat_show_go()}
      </ButtonLink>
    )}
  </div>
);
