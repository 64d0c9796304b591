// A pending Pix charge: the QR code, the copyable code, and its expiry.
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import type { Intent } from '../../../client/sales.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { Countdown } from '../../../ui/display/Countdown.tsx';
import { formatMoney } from '../../../ui/display/formats.ts';
import { fundsKeys } from '../keys.ts';
import type { Charge } from '../queries.ts';
import { CopyText } from '../payment-methods/CopyText.tsx';
import { QrPicture } from '../payment-methods/QrPicture.tsx';
import { SALE_TEXTS } from '../sale-texts.ts';
import styles from './PixPayment.module.css';

/**
 * `onOver`: the code has expired. `renewing`: another is on its way. `text` replaces the sentence
 * about the balance; `narrow` is for dialogs with one column.
 */
type Props = {
  charge: Charge;
  intent: Intent | undefined;
  onAgain: () => void;
  renewing?: boolean;
  onOver?: () => void;
  text?: string;
  narrow?: boolean;
};

export const PixPayment = ({
  charge,
  intent,
  onAgain,
  renewing = false,
  onOver,
  text,
  narrow = false,
}: Props) => {
  const client = useQueryClient();
  const [over, setOver] = useState(false);
  const onEnd = useCallback(() => {
    setOver(true);
    onOver?.();
    void client.invalidateQueries({ queryKey: fundsKeys.charge(charge.id) });
  }, [client, charge.id, onOver]);

  const pix = charge.pixPayment;
  if (!pix) return null;
  if (over) {
    return (
      <div className={styles.over} role="status">
        <h3>{m.wallet_expired_title()}</h3>
        <p className={styles.soft}>{m.wallet_expired_text()}</p>
        <Button variant="main" loading={renewing} onClick={onAgain}>
          {m.wallet_new_code()}
        </Button>
      </div>
    );
  }
  return (
    <div className={narrow ? styles.narrow : styles.pix}>
      <QrPicture code={pix.qrCode} label={m.wallet_pix_qr({ value: formatMoney(charge.value) })} />
      <div className={styles.side}>
        <h3 className={styles.title}>{m.wallet_pix_title()}</h3>
        <p className={styles.soft}>{text ?? m.wallet_pix_text()}</p>
        <CopyText label={m.wallet_pix_code()} text={pix.qrCode} />
        <p className={styles.waiting}>
          <span aria-hidden className={styles.lamp} />
          {m.wallet_waiting()} <Countdown until={pix.expiresWhen} onEnd={onEnd} />
        </p>
        {intent && (
          <p className={styles.soft}>
            {m.wallet_then({ label: SALE_TEXTS[intent.kind].purpose({ name: intent.label }) })}
          </p>
        )}
      </div>
    </div>
  );
};
