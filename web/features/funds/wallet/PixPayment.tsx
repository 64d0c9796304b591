// A Pix waiting to be paid: the QR code, the same code as text, and how long it lives.
import { useQueryClient } from '@tanstack/react-query';
import { Check, Copy } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { renderSVG } from 'uqr';
import { m } from '../../../paraglide/messages.js';
import type { Intent } from '../../../shell/dialogs.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { Countdown } from '../../../ui/display/Countdown.tsx';
import { formatMoney } from '../../../ui/display/formats.ts';
import { type Charge, fundsKeys } from '../queries.ts';
import styles from './PixPayment.module.css';

const COPIED_MS = 2_500;

export const PixPayment = ({ charge, intent, onAgain }: { charge: Charge; intent: Intent | undefined; onAgain: () => void }) => {
  const client = useQueryClient();
  const [over, setOver] = useState(false);
  const onEnd = useCallback(() => {
    setOver(true);
    void client.invalidateQueries({ queryKey: fundsKeys.charge(charge.id) });
  }, [client, charge.id]);

  const pix = charge.pixPayment;
  if (!pix) return null;
  if (over) {
    return (
      <div className={styles.over} role="status">
        <h3>{m.wallet_expired_title()}</h3>
        <p className={styles.soft}>{m.wallet_expired_text()}</p>
        <Button look="main" onClick={onAgain}>
          {m.wallet_new_code()}
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.pix}>
      <QrCode code={pix.qrCode} label={m.wallet_pix_qr({ value: formatMoney(charge.value) })} />
      <div className={styles.side}>
        <h3 className={styles.title}>{m.wallet_pix_title()}</h3>
        <p className={styles.soft}>{m.wallet_pix_text()}</p>
        <CopyCode code={pix.qrCode} />
        <p className={styles.waiting}>
          <span aria-hidden className={styles.lamp} />
          {m.wallet_waiting()} <Countdown until={pix.expiresWhen} onEnd={onEnd} />
        </p>
        {intent && <p className={styles.soft}>{m.wallet_then({ label: intent.label })}</p>}
      </div>
    </div>
  );
};

const QrCode = ({ code, label }: { code: string; label: string }) => {
  const picture = useMemo(() => `data:image/svg+xml,${encodeURIComponent(renderSVG(code, { border: 1, ecc: 'M' }))}`, [code]);
  return <img className={styles.qr} src={picture} alt={label} width={214} height={214} />;
};

const CopyCode = ({ code }: { code: string }) => {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(code);
    setCopied(true);
    setTimeout(() => setCopied(false), COPIED_MS);
  };
  return (
    <div className={styles.code}>
      <input readOnly value={code} aria-label={m.wallet_pix_code()} className={styles.text} onFocus={(event) => event.currentTarget.select()} />
      <Button look="main" small onClick={() => void copy()}>
        {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
        <span aria-live="polite">{copied ? m.wallet_copied() : m.wallet_copy()}</span>
      </Button>
    </div>
  );
};
