// A price of the plan as an example in money: what a fan pays and what the producer receives of it.
import { type Centavos, splitFee } from '@camarim/contract/money';
import { useQuery } from '@tanstack/react-query';
import { m } from '../../paraglide/messages.js';
import { ownProfileQuery } from '../../client/session/own-profile.ts';
import { formatMoney } from '../../ui/display/formats.ts';
import styles from './tiers.module.css';

type Props = {
  /** What is bought: "3 months". */
  what: string;
  /** Null while what was typed is not a price. */
  price: Centavos | null;
  /** It follows what is typed: screen readers hear it when the typing pauses. */
  live?: boolean;
};

export const MoneyExample = ({ what, price, live = false }: Props) => {
  const { data: me } = useQuery(ownProfileQuery());
  return (
    <p className={styles.example} aria-live={live ? 'polite' : undefined}>
      {me &&
        price !== null &&
        m.plan_example({
          what,
          price: formatMoney(price),
          share: formatMoney(splitFee(price, me.feeBps).share),
        })}
    </p>
  );
};
