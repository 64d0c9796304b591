// One message: text, what it answers, media, time and state.
import { Check, CheckCheck, CircleAlert, Clock, PenLine } from 'lucide-react';
import type { ReactNode } from 'react';
import { m } from '../../../paraglide/messages.js';
import { useSession, useTimeZone } from '../../../client/session/session.ts';
import { classNames } from '../../../ui/class-names.ts';
import { formatHour, formatMoney } from '../../../ui/display/formats.ts';
import { OrderStep } from '../../orders/index.ts';
import { firstNameOf } from '../compose/names.ts';
import type { Message } from '../messages.ts';
import { isProcessing, type ConversationView } from '../queries.ts';
import { LinkedText } from './LinkedText.tsx';
import { MessageActions } from './MessageActions.tsx';
import { MessageMedias } from './MessageMedias.tsx';
import { type MessageState, stateOf } from './message-state.ts';
import type { OutgoingMessage } from './outbox.ts';
import { PaidContent } from './PaidContent.tsx';
import type { ReplyOrEdit } from './reply-or-edit.ts';
import { ShowCard } from './ShowCard.tsx';
import styles from './messages.module.css';

const STATES: Record<MessageState, { icon: ReactNode; text: () => string }> = {
  sent: { icon: <Check aria-hidden />, text: m.chat_state_sent },
  delivered: { icon: <CheckCheck aria-hidden />, text: m.chat_state_delivered },
  read: { icon: <CheckCheck aria-hidden className={styles.read} />, text: m.chat_state_read },
};

const State = ({ state }: { state: MessageState }) => (
  <span title={STATES[state].text()} className={styles.state}>
    {STATES[state].icon}
    <span className="visually-hidden">{STATES[state].text()}</span>
  </span>
);

const WRITERS = {
  team: m.chat_writer_team,
  automation: m.chat_writer_automation,
  ai: m.chat_writer_ai,
};

/** The author of a message, when that is not the person whose conversation it is. */
const writerOf = ({ writer: { kind, name } }: Message): string | null =>
  kind === 'person' ? null : WRITERS[kind]({ name: name ?? '' });

type Props = {
  message: Message;
  conversation: ConversationView;
  acts: ReplyOrEdit;
  onJump: (id: Message['id']) => void;
};

export const MessageItem = ({ message, conversation, acts, onJump }: Props) => {
  const { mine, unsent, content, replyTo, reactions, editedAt, fee, createdAt, paidContent } =
    message;
  const { user } = useSession();
  const owner = mine && user ? user.profile : conversation.profile;
  const timeZone = useTimeZone();
  const writer = writerOf(message);
  return (
    <article
      className={classNames(styles.message, mine && styles.mine)}
      aria-label={
        mine
          ? m.chat_own_message()
          : m.chat_message_of({ name: conversation.profile.exibitionName })
      }
    >
      <div className={styles.bubble} data-unsent={unsent || undefined}>
        {writer && <span className={styles.writer}>{writer}</span>}
        {replyTo && <Answered message={replyTo} conversation={conversation} onJump={onJump} />}
        {message.show && <ShowCard message={message} profile={conversation.profile} />}
        {message.order && <OrderStep order={message.order} />}
        {!unsent && (
          <MessageMedias message={message} owner={owner} veiled={conversation.stranger && !mine} />
        )}
        {message.withheld && (
          <p className={styles.soft}>
            {mine ? m.chat_media_withheld_mine() : m.chat_media_withheld()}
          </p>
        )}
        {isProcessing(message) && message.medias.length === 0 && !paidContent?.locked && (
          <p className={styles.soft}>{m.post_media_processing()}</p>
        )}
        {!unsent && paidContent && (
          <PaidContent
            message={message}
            sold={paidContent}
            name={conversation.profile.exibitionName}
          />
        )}
        {unsent && !message.order ? (
          <p className={styles.soft}>{mine ? m.chat_unsent_mine() : m.chat_unsent()}</p>
        ) : (
          content && (
            <p className={styles.text}>
              <LinkedText text={content} linked={mine || conversation.links} />
            </p>
          )
        )}
        <p className={styles.foot}>
          {isSealed(message, conversation) && <Seal name={conversation.profile.exibitionName} />}
          {mine && fee > 0 && <span className={styles.fee}>{formatMoney(fee)}</span>}
          {editedAt && <span>{m.chat_edited()}</span>}
          <time dateTime={createdAt} suppressHydrationWarning>
            {formatHour(createdAt, timeZone)}
          </time>
          {mine && !unsent && <State state={stateOf(message, conversation)} />}
        </p>
        {reactions.length > 0 && (
          <p className={styles.reactions}>
            {reactions.map(({ emoji, mine: own }) => (
              <span
                key={`${emoji}${own}`}
                title={own ? m.chat_reaction_mine() : conversation.profile.exibitionName}
              >
                {emoji}
              </span>
            ))}
          </p>
        )}
      </div>
      {!unsent && (
        <MessageActions message={message} name={conversation.profile.exibitionName} acts={acts} />
      )}
    </article>
  );
};

/** A press shows the answered message where it stands. */
const Answered = ({
  message,
  conversation,
  onJump,
}: {
  message: NonNullable<Message['replyTo']>;
  conversation: ConversationView;
  onJump: (id: Message['id']) => void;
}) => (
  <button
    type="button"
    className={styles.answered}
    title={m.chat_show_answered()}
    onClick={() => onJump(message.id)}
  >
    <b>
      {message.sendFromId === conversation.profile.id
        ? conversation.profile.exibitionName
        : m.chat_you()}
    </b>
    <span>{message.content || m.chat_media()}</span>
  </button>
);

/** A fan sees of each message of a producer that the producer wrote it, not a team or a machine. */
const isSealed = (
  { mine, unsent, order, show, writer }: Message,
  { profile }: ConversationView,
): boolean => !mine && !unsent && !order && !show && profile.producer && writer.kind === 'person';

const Seal = ({ name }: { name: string }) => (
  <span className={styles.seal}>
    <PenLine aria-hidden />
    {m.chat_writer_person({ name: firstNameOf(name) })}
  </span>
);

type OutgoingProps = { outgoing: OutgoingMessage; onRetry: () => void; onDiscard: () => void };

export const OutgoingItem = ({ outgoing, onRetry, onDiscard }: OutgoingProps) => {
  const { body, replyTo, state, problem, createdAt } = outgoing;
  const timeZone = useTimeZone();
  const failed = state === 'failed';
  return (
    <article className={classNames(styles.message, styles.mine)} aria-label={m.chat_own_message()}>
      <div className={styles.bubble} data-state={state}>
        {replyTo && (
          <blockquote className={styles.answered}>
            <span>{replyTo.content || m.chat_media()}</span>
          </blockquote>
        )}
        {(body.medias?.length ?? 0) > 0 && (
          <p className={styles.soft}>{m.chat_media_count({ count: body.medias?.length ?? 0 })}</p>
        )}
        {body.message && <p className={styles.text}>{body.message}</p>}
        <p className={styles.foot}>
          <time dateTime={createdAt}>{formatHour(createdAt, timeZone)}</time>
          {!failed && (
            <span title={m.chat_state_sending()} className={styles.state}>
              <Clock aria-hidden />
              <span className="visually-hidden">{m.chat_state_sending()}</span>
            </span>
          )}
        </p>
      </div>
      {failed && (
        <p role="alert" className={styles.failed}>
          <CircleAlert aria-hidden />
          <span>{m.chat_state_failed({ problem: problem ?? '' })}</span>
          <button type="button" className={styles.linkButton} onClick={onRetry}>
            {m.try_again()}
          </button>
          <button type="button" className={styles.linkButton} onClick={onDiscard}>
            {m.chat_discard()}
          </button>
        </p>
      )}
    </article>
  );
};
