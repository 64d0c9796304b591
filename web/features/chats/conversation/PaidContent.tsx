// What is sold with a message: for the receiver the lock with its price, for the sender what became
// of it.
import { useMemo, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { newIdempotencyKey } from '../../../client/api/api.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { formatMoney, formatPosition } from '../../../ui/display/formats.ts';
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { PaymentProblem, usePay } from '../../funds/index.ts';
import { LockedMedia } from '../../media/index.ts';
import type { Message } from '../messages.ts';
import { isOpen } from './MessageMedias.tsx';
import styles from './medias.module.css';

type SoldContent = NonNullable<Message['paidContent']>;
type Props = { message: Message; sold: SoldContent; name: string };

export const PaidContent = ({ message, sold, name }: Props) => {
  if (sold.locked)
    return (
      <div className={styles.locked}>
        <LockedMedia flat medias={message.medias.filter((media) => !isOpen(media))} locked={sold}>
          {sold.available ? (
            <Buy message={message} sold={sold} name={name} />
          ) : (
            <p>{message.processing ? m.post_media_processing() : m.chat_not_available()}</p>
          )}
          {sold.durationMs > 0 && <span>{formatPosition(sold.durationMs / 1_000)}</span>}
        </LockedMedia>
        {sold.owned > 0 && (
          <p className={styles.under}>{m.chat_owned_by_you({ count: sold.owned })}</p>
        )}
      </div>
    );
  if (!message.mine) return null;
  return (
    <p className={styles.under}>
      <span className={styles.price}>{formatMoney(sold.price)}</span>
      {' · '}
      {sold.purchased ? m.chat_bought() : m.chat_not_bought()}
      {sold.owned > 0 && ` · ${m.chat_owned_by_receiver({ name, count: sold.owned })}`}
    </p>
  );
};

const Buy = ({ message, sold: { price, version }, name }: Props) => {
  // What the dialog shows: a change while it is open must not be bought unseen behind it.
  const [seen, setSeen] = useState<Pick<SoldContent, 'price' | 'version'> | null>(null);
  const pay = usePay();
  // One key per offer: a repeated press or retry buys it once.
  const idempotencyKey = useMemo(
    () => ({ price, version, key: newIdempotencyKey() }),
    [price, version],
  ).key;
  const text = formatMoney(seen?.price ?? price);

  const buy = async (offer: Pick<SoldContent, 'price' | 'version'>) => {
    const intent = {
      kind: 'paidMessage' as const,
      messageId: message.id,
      version: offer.version,
      value: offer.price,
      label: name,
    };
    await pay.mutateAsync({ intent, idempotencyKey });
    showToast(m.paid_message_bought(), 'success');
  };

  return (
    <>
      <Button
        variant="main"
        small
        onClick={() => {
          pay.reset();
          setSeen({ price, version });
        }}
      >
        {m.post_price_unlock({ price: formatMoney(price) })}
      </Button>
      {seen && (
        <ConfirmDialog
          title={m.chat_unlock_title()}
          confirmLabel={m.post_price_unlock({ price: text })}
          onConfirm={() => buy(seen)}
          onClose={() => setSeen(null)}
        >
          {m.chat_unlock_text({ price: text, name })}
          <PaymentProblem error={pay.error} />
        </ConfirmDialog>
      )}
    </>
  );
};
