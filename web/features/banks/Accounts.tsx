// A producer's bank accounts and Pix keys: default, confirmation state, and deletion.
import { useState } from 'react';
import { Landmark, QrCode } from 'lucide-react';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/actions/Button.tsx';
import { formatMoment } from '../../ui/display/formats.ts';
import { Badge } from '../../ui/display/Badge.tsx';
import { useNow } from '../../ui/display/use-now.ts';
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx';
import { showToast } from '../../ui/overlays/toasts.ts';
import styles from './banks.module.css';
import { placeText } from './place-text.ts';
import { type BankAccount, useAccountChanges } from './queries.ts';

export const Accounts = ({ accounts }: { accounts: readonly BankAccount[] }) => {
  const [leaving, setLeaving] = useState<BankAccount | null>(null);
  const { choose, remove } = useAccountChanges();
  const now = useNow(60_000);
  return (
    <>
      <ul className={styles.list}>
        {accounts.map((account) => (
          <li key={account.id} className={styles.row}>
            {account.isPix ? <QrCode aria-hidden /> : <Landmark aria-hidden />}
            <div className={styles.what}>
              <b>{placeText(account)}</b>
              <span className={styles.soft}>
                {account.holderName} · {account.holderDocument}
                {account.agency && ` · ${m.bank_agency_short({ agency: account.agency })}`}
              </span>
              {Date.parse(account.payableAt) > now && (
                <span className={styles.soft}>
                  {m.bank_waits({ when: formatMoment(account.payableAt) })}
                </span>
              )}
            </div>
            {account.default && <Badge variant="leaf">{m.bank_default()}</Badge>}
            <div className={styles.buttons}>
              {!account.default && (
                <Button
                  small
                  variant="line"
                  loading={choose.isPending && choose.variables === account.id}
                  onClick={() => choose.mutate(account.id)}
                  aria-label={m.bank_choose_label({ place: placeText(account) })}
                >
                  {m.bank_choose()}
                </Button>
              )}
              <Button
                small
                variant="text"
                onClick={() => setLeaving(account)}
                aria-label={m.bank_remove_label({ place: placeText(account) })}
              >
                {m.bank_remove()}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {leaving && (
        <ConfirmDialog
          title={m.bank_remove_title()}
          confirmLabel={m.bank_remove()}
          onClose={() => setLeaving(null)}
          onConfirm={async () => {
            await remove.mutateAsync(leaving.id);
            showToast(m.bank_removed(), 'success');
          }}
        >
          {m.bank_remove_text({ place: placeText(leaving) })}
        </ConfirmDialog>
      )}
    </>
  );
};
