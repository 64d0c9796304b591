// What is in the wallet, said where it is about to be spent. Nothing until it is known.
import { useQuery } from '@tanstack/react-query';
import { m } from '../../../paraglide/messages.js';
import { formatMoney } from '../../../ui/display/formats.ts';
import { walletQuery } from '../queries.ts';
import styles from './WalletDialog.module.css';

export const BalanceLine = () => {
  const { data: wallet } = useQuery(walletQuery());
  if (!wallet) return null;
  return (
    <p className={styles.soft}>{m.wallet_your_balance({ value: formatMoney(wallet.balance) })}</p>
  );
};
