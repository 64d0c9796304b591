// In the place of the composer when the viewer may not write: why, and what would change it.
import { m } from '../../../paraglide/messages.js';
import { openDialog } from '../../../client/dialogs.ts';
import { Button, ButtonLink } from '../../../ui/actions/Button.tsx';
import type { ConversationView } from '../queries.ts';
import styles from './composer.module.css';

export const Refused = ({
  conversation: { profile, writing },
}: {
  conversation: ConversationView;
}) => {
  const { exibitionName: name, domainName } = profile;
  const texts = {
    'chat.notContact': m.chat_refused_contact,
    'chat.followersOnly': m.chat_refused_followers,
    'chat.membersOnly': m.chat_refused_members,
    'chat.ended': m.chat_refused_ended,
  };
  return (
    <div className={styles.refused}>
      <p>{texts[writing.refusal ?? 'chat.notContact']({ name })}</p>
      {writing.refusal === 'chat.membersOnly' && (
        <Button
          small
          variant="main"
          onClick={() => openDialog('subscribe', { username: domainName })}
        >
          {m.chat_subscribe()}
        </Button>
      )}
      {writing.refusal === 'chat.followersOnly' && (
        <ButtonLink small variant="main" to={`/${domainName}`}>
          {m.chat_see_profile()}
        </ButtonLink>
      )}
    </div>
  );
};
