// Adding funds: an amount, a method, then paying; and, after that, finishing what the money was for.
import { useQuery } from '@tanstack/react-query';
import { TOP_UP_AMOUNTS_CENTAVOS, TOP_UP_DEFAULT_CENTAVOS } from '@camarim/contract/limits';
import { centavos } from '@camarim/contract/money';
import { useRef, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import type { Intent } from '../../../shell/dialogs.ts';
import { newIdempotencyKey } from '../../../shell/api/api.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { Money } from '../../../ui/display/Money.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { type Charge, chargeQuery, methodsQuery, useTopUp, walletQuery } from '../queries.ts';
import { ChargeOutcome } from './ChargeOutcome.tsx';
import { PixPayment } from './PixPayment.tsx';
import styles from './WalletDialog.module.css';

type Props = { suggested?: number; intent?: Intent; onClose: () => void };
type Amount = (typeof TOP_UP_AMOUNTS_CENTAVOS)[number];

const offered = (wanted: number | undefined): Amount => TOP_UP_AMOUNTS_CENTAVOS.find((amount) => amount === wanted) ?? TOP_UP_DEFAULT_CENTAVOS;

const WalletDialog = ({ suggested, intent, onClose }: Props) => {
  const { data: wallet } = useQuery(walletQuery());
  const [charge, setCharge] = useState<Charge | null>(null);

  return (
    <Dialog
      size="wallet"
      title={m.wallet_title()}
      aside={
        wallet && (
          <>
            {m.wallet_balance()} <Money value={wallet.balance} />
          </>
        )
      }
      onClose={onClose}
    >
      {charge === null ? (
        <Choice suggested={suggested} intent={intent} balance={wallet?.balance ?? 0} onCharge={setCharge} />
      ) : (
        <Payment key={charge.id} charge={charge} intent={intent} onAgain={() => setCharge(null)} onClose={onClose} />
      )}
    </Dialog>
  );
};

type ChoiceProps = { suggested: number | undefined; intent: Intent | undefined; balance: number; onCharge: (charge: Charge) => void };

const Choice = ({ suggested, intent, balance, onCharge }: ChoiceProps) => {
  const [amount, setAmount] = useState<Amount>(offered(suggested));
  const { data: methods } = useQuery(methodsQuery());
  const topUp = useTopUp();
  // One per amount: a second press repeats the same wish, another amount is another one.
  const keys = useRef(new Map<Amount, string>());

  const pay = () => {
    const idempotencyKey = keys.current.get(amount) ?? newIdempotencyKey();
    keys.current.set(amount, idempotencyKey);
    topUp.mutate({ value: amount, intent: intent ?? null, idempotencyKey }, { onSuccess: ({ data }) => onCharge(data) });
  };

  const missing = intent ? Math.max(0, intent.value - balance) : 0;
  return (
    <div className={styles.choice}>
      {intent && missing > 0 && (
        <p className={styles.purpose}>
          {m.wallet_needed_for({ label: intent.label })} <Money value={centavos(missing)} />
        </p>
      )}
      <fieldset>
        <legend className={styles.legend}>{m.wallet_amount()}</legend>
        <div className={styles.amounts}>
          {TOP_UP_AMOUNTS_CENTAVOS.map((value) => (
            <label key={value} className={styles.amount}>
              <input type="radio" name="amount" value={value} checked={value === amount} onChange={() => setAmount(value)} className="visually-hidden" />
              <span>{reais(value)}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <fieldset>
        <legend className={styles.legend}>{m.wallet_method()}</legend>
        <div className={styles.methods}>
          {(methods?.data.methods ?? [{ key: 'pix' as const, name: m.wallet_method_pix() }]).map(({ key, name }, index) => (
            <label key={key} className={styles.method}>
              <input type="radio" name="method" value={key} defaultChecked={index === 0} className="visually-hidden" />
              <span>{name}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <Button look="main" wide busy={topUp.isPending} onClick={pay}>
        {m.wallet_pay_pix()}
      </Button>
    </div>
  );
};

/** "R$ 50": the amounts offered are whole reais. */
const reais = (amount: number): string => `R$ ${amount / 100}`;

type PaymentProps = { charge: Charge; intent: Intent | undefined; onAgain: () => void; onClose: () => void };

const Payment = ({ charge, intent, onAgain, onClose }: PaymentProps) => {
  const { data: current } = useQuery(chargeQuery(charge));
  const waiting = current.status === 'created' || current.status === 'pending';
  if (waiting) return <PixPayment charge={current} intent={intent} onAgain={onAgain} />;
  return <ChargeOutcome charge={current} intent={intent} onAgain={onAgain} onClose={onClose} />;
};

export default WalletDialog;
