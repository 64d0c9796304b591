// /wallet: the balance, top-ups, spending limits, and the statement.
import { useQuery } from '@tanstack/react-query';
import { Wallet } from 'lucide-react';
import { useEffect } from 'react';
import { Link, useSearchParams } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { openDialog } from '../../../client/dialogs.ts';
import { loadPage } from '../../../client/page-data.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { formatMoney } from '../../../ui/display/formats.ts';
import { Money } from '../../../ui/display/Money.tsx';
import { chargesQuery, statementQuery, walletQuery } from '../queries.ts';
import { SpendLimits } from '../limits/SpendLimits.tsx';
import { Payments } from '../payments/Payments.tsx';
import { Statement } from '../statement/Statement.tsx';
import styles from '../funds.module.css';

const load = () =>
  loadPage({ optional: [walletQuery(), chargesQuery(), statementQuery('wallet')] });

export const loader = async () => ({ queries: (await load()).queries });
export const clientLoader = async () => {
  await load();
  return null;
};

export const meta = () => [
  { title: `${m.wallet_page_title()} · Camarim` },
  { name: 'robots', content: 'noindex' },
];

/** Opens the charge after a 3-D Secure challenge on the bank's page returned here. */
const useReturn = () => {
  const [search] = useSearchParams();
  const chargeId = search.get('charge');
  useEffect(() => {
    if (chargeId === null) return;
    // Replaces the URL without the router: this is the first page, and its root loader does not
    // know the session yet.
    window.history.replaceState(window.history.state, '', '/wallet');
    openDialog('wallet', { chargeId });
  }, [chargeId]);
};

export default function WalletPage() {
  const { data: wallet } = useQuery(walletQuery());
  useReturn();
  return (
    <section className={styles.page}>
      <h1 className={styles.title}>{m.wallet_page_title()}</h1>
      <div className={styles.hero}>
        <div>
          <p className={styles.label}>{m.wallet_balance()}</p>
          <p className={styles.big}>{wallet && <Money value={wallet.balance} />}</p>
          {wallet && wallet.escrow > 0 && (
            <p className={styles.soft}>
              {m.wallet_in_orders()} <Money value={wallet.escrow} /> ·{' '}
              <Link to="/orders" viewTransition className={styles.link}>
                {m.wallet_see_orders()}
              </Link>
            </p>
          )}
          {wallet && wallet.lockedBalance > 0 && (
            <p className={styles.soft}>
              {m.wallet_held()} <Money value={wallet.lockedBalance} />
              <br />
              {m.wallet_held_note()}
            </p>
          )}
        </div>
        <Button variant="main" onClick={() => openDialog('wallet', {})}>
          {m.wallet_add()}
        </Button>
      </div>
      {wallet && wallet.debt > 0 && (
        <p className={styles.debt} role="status">
          {m.wallet_debt({ value: formatMoney(wallet.debt) })}
        </p>
      )}
      <Payments heading={styles.subtitle} />
      <h2 className={styles.subtitle}>{m.wallet_statement()}</h2>
      <p className={styles.showReceipts}>
        <Link to="/live/receipts" viewTransition className={styles.link}>
          {m.wallet_show_receipts()}
        </Link>
      </p>
      <Statement
        account="wallet"
        empty={
          <EmptyState
            icon={<Wallet aria-hidden />}
            title={m.wallet_empty_title()}
            action={
              <Button variant="main" onClick={() => openDialog('wallet', {})}>
                {m.wallet_add()}
              </Button>
            }
          >
            {m.wallet_empty_text()}
          </EmptyState>
        }
      />
      <SpendLimits />
    </section>
  );
}
