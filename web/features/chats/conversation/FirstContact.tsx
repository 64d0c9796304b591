// Over the messages of a person whom the producer does not know: what an answer tells them, and the
// way to block or report instead.
import { m } from '../../../paraglide/messages.js';
import { openDialog } from '../../../client/dialogs.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import type { ConversationView } from '../queries.ts';
import styles from './conversation.module.css';

export const FirstContact = ({
  conversation: { profile, chat },
}: {
  conversation: ConversationView;
}) => {
  const { id, exibitionName: name, domainName } = profile;
  if (!chat?.request) return null;
  return (
    <section className={styles.contact} aria-label={m.chat_request()}>
      <p>
        <b>{m.chat_request()}.</b> {m.chat_request_text({ name })}
      </p>
      <div className={styles.contactActions}>
        <Button
          small
          variant="text"
          onClick={() => openDialog('report', { targetKind: 'profile', targetId: id })}
        >
          {m.report_title()}
        </Button>
        <Button
          small
          variant="line"
          onClick={() => openDialog('block', { profileId: id, name, domainName })}
        >
          {m.block()}
        </Button>
      </div>
    </section>
  );
};
