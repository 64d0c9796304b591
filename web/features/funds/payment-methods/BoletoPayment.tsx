// A pending boleto: its typeable line to copy, and its slip to view, download or print.
import { useState } from 'react';
import { Download, FileText } from 'lucide-react';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/actions/Button.tsx';
import { formatDay, formatMoney } from '../../../ui/display/formats.ts';
import type { Charge } from '../queries.ts';
import { CopyText } from './CopyText.tsx';
import { QrPicture } from './QrPicture.tsx';
import { LateOverlay } from '../../../ui/overlays/LateOverlay.tsx';
import styles from './payment-methods.module.css';
import { lazyPart } from '../../../client/load-part.ts';

const SlipViewer = lazyPart(() => import('./SlipViewer.tsx'));

/** Spaces the digits like the printed line. */
const spaced = (line: string): string =>
  line.replace(/^(.{5})(.{5})(.{5})(.{6})(.{5})(.{6})(.)(.{14})$/, '$1.$2 $3.$4 $5.$6 $7 $8');

export const BoletoPayment = ({ charge }: { charge: Charge }) => {
  // The slip opens automatically only where it is the only payment option.
  const [seen, setSeen] = useState(charge.billPayment?.qrCode === null);
  const bill = charge.billPayment;
  if (!bill) return null;
  const slip = `/api/funds/charges/${charge.id}/slip`;
  return (
    <div className={styles.payment}>
      <h3>{m.boleto_ready()}</h3>
      <p>{m.boleto_due({ day: formatDay(`${bill.dueDate}T12:00:00Z`) })}</p>
      <p className={styles.soft}>{m.boleto_pay_text()}</p>
      <CopyText label={m.boleto_line()} text={spaced(bill.line)} />
      {bill.qrCode !== null && (
        <div className={styles.either}>
          <QrPicture code={bill.qrCode} label={m.boleto_qr({ value: formatMoney(charge.value) })} />
          <div>
            <h4>{m.boleto_or_pix()}</h4>
            <p className={styles.soft}>{m.boleto_or_pix_text()}</p>
            <CopyText label={m.wallet_pix_code()} text={bill.qrCode} />
          </div>
        </div>
      )}
      <div className={styles.actions}>
        <Button onClick={() => setSeen(true)}>
          <FileText aria-hidden />
          {m.boleto_see()}
        </Button>
        <a className={styles.download} href={slip} download={`boleto-${charge.id.slice(-8)}.pdf`}>
          <Download aria-hidden />
          {m.boleto_download()}
        </a>
      </div>
      {seen && (
        <LateOverlay>
          <SlipViewer
            address={slip}
            name={`boleto-${charge.id.slice(-8)}.pdf`}
            onClose={() => setSeen(false)}
          />
        </LateOverlay>
      )}
    </div>
  );
};
