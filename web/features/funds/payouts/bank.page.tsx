// /bank: requests payouts, manages bank accounts, lists payouts.
import { BANK_ACCOUNTS_MAX } from '@camarim/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { m } from '../../../paraglide/messages.js';
import { loadPage } from '../../../client/page-data.ts';
import { ErrorState } from '../../../ui/display/ErrorState.tsx';
import { Accounts, accountsQuery, NewAccount } from '../../banks/index.ts';
import styles from './payouts.module.css';
import { CashOutForm } from './CashOutForm.tsx';
import { CashOuts } from './CashOuts.tsx';
import { cashOutsQuery, termsQuery } from './queries.ts';

const load = () => loadPage({ optional: [accountsQuery(), termsQuery(), cashOutsQuery()] });

export const loader = async () => ({ queries: (await load()).queries });
export const clientLoader = async () => {
  await load();
  return null;
};

export const meta = () => [
  { title: `${m.bank_title()} · Camarim` },
  { name: 'robots', content: 'noindex' },
];

export default function BankPage() {
  const { data: accounts, isError, isFetching, refetch } = useQuery(accountsQuery());
  return (
    <section className={styles.page}>
      <h1 className={styles.title}>{m.bank_title()}</h1>
      <CashOutForm />
      <CashOuts />
      <section className={styles.part}>
        <h2 className={styles.subtitle}>{m.bank_mine()}</h2>
        {isError && <ErrorState onRetry={() => void refetch()} loading={isFetching} />}
        {accounts?.length === 0 && <p className={styles.soft}>{m.bank_none()}</p>}
        {accounts && <Accounts accounts={accounts} />}
      </section>
      {accounts &&
        (accounts.length < BANK_ACCOUNTS_MAX ? (
          <NewAccount />
        ) : (
          <p className={styles.soft}>{m.bank_full({ max: BANK_ACCOUNTS_MAX })}</p>
        ))}
    </section>
  );
}
