// Writes a message in a conversation; producers add media, their price, and voice notes.
import {
  Check,
  CircleDollarSign,
  Mic,
  MessageSquareQuote,
  SendHorizontal,
  Square,
  Trash2,
  X,
} from 'lucide-react';
import { SECOND_MS } from '@camarim/contract/time';
import { useState } from 'react';
import { openDialog } from '../../../client/dialogs.ts';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/actions/Button.tsx';
import { IconButton } from '../../../ui/actions/IconButton.tsx';
import { formatMoney, formatPosition } from '../../../ui/display/formats.ts';
import { useNow } from '../../../ui/display/use-now.ts';
import { LateOverlay } from '../../../ui/overlays/LateOverlay.tsx';
import { NoticeBox } from '../../../ui/display/Notice.tsx';
import { RepliesDialog } from '../parts.ts';
import type { ConversationView } from '../queries.ts';
import { ReplyList } from '../replies/ReplyList.tsx';
import { useReplyPicker } from '../replies/use-reply-picker.ts';
import type { ReplyOrEdit } from '../conversation/reply-or-edit.ts';
import { AttachButton } from './AttachButton.tsx';
import { EnclosedMedias } from './EnclosedMedias.tsx';
import { MessageBox } from './MessageBox.tsx';
import { firstNameOf } from './names.ts';
import { useRecorder } from './use-recorder.ts';
import { useWriting } from './use-writing.ts';
import styles from './composer.module.css';

type Props = { slug: string; conversation: ConversationView; acts: ReplyOrEdit };

const placeholderOf = (name: string, price: number): string =>
  price > 0
    ? m.chat_placeholder_price({ price: formatMoney(price) })
    : m.chat_placeholder({ name: firstNameOf(name) });

export const Composer = ({ slug, conversation, acts }: Props) => {
  const { profile, writing } = conversation;
  const price = writing.price ?? 0;
  const state = useWriting({ slug, conversation, acts });
  const { box, enclosed } = state;
  const picker = useReplyPicker({
    enabled: writing.media && !acts.editing,
    text: state.text,
    name: profile.exibitionName,
    onInsert: state.write,
  });
  const [managing, setManaging] = useState(false);
  const recorder = useRecorder(enclosed.add);
  const mayRecord = writing.media && state.empty && acts.editing === null;
  return (
    <>
      <form
        className={styles.composer}
        onSubmit={(event) => {
          event.preventDefault();
          void state.send();
          box.current?.focus();
        }}
      >
        {state.priceChanged && (
          <NoticeBox>{m.chat_price_changed({ price: formatMoney(price) })}</NoticeBox>
        )}
        <Context conversation={conversation} acts={acts} onCancel={state.cancel} />
        {writing.media && <EnclosedMedias enclosed={enclosed} />}
        <ReplyList picker={picker} onManage={() => setManaging(true)} />
        {recorder.startedAt !== null ? (
          <Recording
            startedAt={recorder.startedAt}
            onStop={() => recorder.end(true)}
            onDiscard={() => recorder.end(false)}
          />
        ) : (
          <div className={styles.line}>
            {profile.producer && !writing.media && !acts.editing && (
              <IconButton
                label={m.profile_tip()}
                icon={<CircleDollarSign />}
                onClick={() =>
                  openDialog('tip', { profileId: profile.id, name: profile.exibitionName })
                }
              />
            )}
            {writing.media && !acts.editing && <AttachButton enclosed={enclosed} />}
            {mayRecord && (
              <IconButton
                label={m.replies_title()}
                icon={<MessageSquareQuote />}
                onClick={() => {
                  state.write('/');
                  box.current?.focus();
                }}
              />
            )}
            <MessageBox
              ref={box}
              label={m.chat_message_to({ name: profile.exibitionName })}
              placeholder={placeholderOf(profile.exibitionName, price)}
              text={state.text}
              onText={state.write}
              onSend={() => void state.send()}
              onEscape={state.cancel}
              picker={picker}
            />
            {mayRecord ? (
              <IconButton
                filled
                className={styles.round}
                label={m.chat_record()}
                icon={<Mic />}
                onClick={() => void recorder.start()}
              />
            ) : (
              <SendButton
                price={acts.editing ? 0 : price}
                editing={acts.editing !== null}
                disabled={!state.sendable}
              />
            )}
          </div>
        )}
      </form>
      {managing && (
        <LateOverlay>
          <RepliesDialog onClose={() => setManaging(false)} />
        </LateOverlay>
      )}
    </>
  );
};

const SendButton = ({
  price,
  editing,
  disabled,
}: {
  price: number;
  editing: boolean;
  disabled: boolean;
}) => {
  const label = price > 0 ? m.chat_send_for({ price: formatMoney(price) }) : m.chat_send();
  return (
    <Button
      type="submit"
      variant="main"
      className={styles.send}
      disabled={disabled}
      // The focus, and with it a phone's keyboard, stays with the text: nothing moves under the
      // thumb.
      onMouseDown={(event) => event.preventDefault()}
      aria-label={editing ? m.chat_save() : label}
    >
      {editing ? <Check aria-hidden /> : <SendHorizontal aria-hidden />}
      {price > 0 && <span className={styles.price}>{formatMoney(price)}</span>}
    </Button>
  );
};

/** What is answered or changed. */
const Context = ({
  conversation: { profile },
  acts: { replyTo, editing },
  onCancel,
}: {
  conversation: ConversationView;
  acts: ReplyOrEdit;
  onCancel: () => void;
}) => {
  const message = replyTo ?? editing;
  if (!message) return null;
  const name = replyTo?.mine ? m.chat_you() : profile.exibitionName;
  return (
    <div className={styles.context}>
      <span>
        <b>{editing ? m.chat_editing() : m.chat_replying({ name })}</b>
        <span>{message.content || m.chat_media()}</span>
      </span>
      <IconButton label={m.cancel()} icon={<X />} onClick={onCancel} />
    </div>
  );
};

const Recording = ({
  startedAt,
  onStop,
  onDiscard,
}: {
  startedAt: number;
  onStop: () => void;
  onDiscard: () => void;
}) => {
  // The shared timer may have read the time just before the start.
  const seconds = Math.max(0, Math.floor((useNow(SECOND_MS) - startedAt) / SECOND_MS));
  return (
    <div className={styles.line}>
      <IconButton label={m.chat_record_discard()} icon={<Trash2 />} onClick={onDiscard} />
      <p className={styles.recording} role="timer" aria-label={m.chat_recording()}>
        <span className={styles.lamp} aria-hidden />
        {m.chat_recording()} {formatPosition(seconds)}
      </p>
      <IconButton
        filled
        className={styles.round}
        label={m.chat_record_stop()}
        icon={<Square />}
        autoFocus
        onClick={onStop}
      />
    </div>
  );
};
