// A payment on an external page: PicPay's link and QR code, or PayPal's approval page.
import { ExternalLink } from 'lucide-react';
import { m } from '../../../paraglide/messages.js';
import { Countdown } from '../../../ui/display/Countdown.tsx';
import { formatMoney } from '../../../ui/display/formats.ts';
import type { Charge } from '../queries.ts';
import { QrPicture } from './QrPicture.tsx';
import { CopyText } from './CopyText.tsx';
import styles from './payment-methods.module.css';

export const LinkPayment = ({ charge }: { charge: Charge }) => {
  const { picpayPayment: picpay, paypalPayment: paypal } = charge;
  const shown = picpay ? { url: picpay.paymentUrl, expiresWhen: picpay.expiresWhen } : paypal;
  if (!shown) return null;
  return (
    <div className={styles.payment}>
      {picpay && (
        <QrPicture
          code={picpay.qrCode ?? picpay.paymentUrl}
          label={m.picpay_qr({ value: formatMoney(charge.value) })}
        />
      )}
      <p className={styles.soft}>{picpay ? m.picpay_text() : m.paypal_text()}</p>
      <a className={styles.open} href={shown.url} target="_blank" rel="noopener noreferrer">
        <ExternalLink aria-hidden />
        {picpay ? m.picpay_open() : m.paypal_open()}
      </a>
      {picpay && <CopyText label={m.picpay_link()} text={shown.url} />}
      <p className={styles.waiting}>
        {m.wallet_waiting()} <Countdown until={shown.expiresWhen} />
      </p>
    </div>
  );
};
