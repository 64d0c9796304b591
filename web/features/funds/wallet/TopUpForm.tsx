// What to add and how to pay it: amounts, methods, and what each method asks. Source: specification
// sections 2 and 4, wallet dialog.
import { useQuery } from '@tanstack/react-query';
import { TOP_UP_AMOUNTS_CENTAVOS, TOP_UP_DEFAULT_CENTAVOS } from '@camarim/contract/limits';
import { centavos } from '@camarim/contract/money';
import { useRef, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { newIdempotencyKey } from '../../../shell/api/api.ts';
import { ApiError } from '../../../shell/api/errors.ts';
import type { Intent } from '../../../shell/dialogs.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { formatMoney } from '../../../ui/display/formats.ts';
import { Money } from '../../../ui/display/Money.tsx';
import { Skeleton } from '../../../ui/display/Skeleton.tsx';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { type Charge, methodsQuery, type TopUp, useTopUp } from '../queries.ts';
import { CardLimits } from '../cards/CardLimits.tsx';
import { useCardAuthentication } from '../cards/use-card-authentication.tsx';
import { SavedPayments } from '../cards/SavedPayments.tsx';
import { isForUnconfirmed, UnconfirmedNotice } from '../cards/UnconfirmedNotice.tsx';
import type { SavedPayment } from '../saved.ts';
import { BoletoForm } from '../payment-methods/BoletoForm.tsx';
import { PayPalArea } from '../payment-methods/PayPalArea.tsx';
import { MethodMark } from '../payment-methods/MethodMark.tsx';
import { inOrder, type Method, type Offer } from '../payment-methods/methods.ts';
import { purposeOf } from './purpose.ts';
import styles from './WalletDialog.module.css';

type Amount = (typeof TOP_UP_AMOUNTS_CENTAVOS)[number];
/** After these the same key would only answer the same refusal. */
const REFUSED: readonly string[] = ['gateway.refused', 'request.idempotencyMismatch'];

type Props = {
  suggested: number | undefined;
  intent: Intent | undefined;
  balance: number;
  onCharge: (charge: Charge) => void;
};

const offered = (wanted: number | undefined): Amount =>
  TOP_UP_AMOUNTS_CENTAVOS.find((amount) => amount === wanted) ?? TOP_UP_DEFAULT_CENTAVOS;

export const TopUpForm = (props: Props) => {
  const { data: offer } = useQuery(methodsQuery());
  if (!offer) return <Skeleton shape="button" />;
  return <TopUpFields {...props} offer={offer.data} />;
};

const TopUpFields = ({ suggested, intent, balance, onCharge, offer }: Props & { offer: Offer }) => {
  const methods = inOrder(offer.methods);
  const [amount, setAmount] = useState<Amount>(offered(suggested));
  const [method, setMethod] = useState<Method>(methods[0]?.key ?? 'pix');
  const [saved, setSaved] = useState<SavedPayment | null>(null);
  const [billReady, setBillReady] = useState(false);
  const [adult, setAdult] = useState(false);
  const [unsaid, setUnsaid] = useState(false);
  const topUp = useTopUp();
  const { prove, proving, asking } = useCardAuthentication();
  // One per wish: a second press repeats it, another amount or way is another one.
  const keys = useRef(new Map<string, string>());

  const choose = (chosen: Method) => {
    setMethod(chosen);
    setSaved(null);
    setBillReady(false);
    setUnsaid(false);
  };

  const asksSaved = method === 'card' || method === 'picpay';
  const ready = asksSaved ? saved !== null : method !== 'boleto' || billReady;

  const pay = async () => {
    if (method === 'card' && !adult) {
      setUnsaid(true);
      return;
    }
    const wish: Omit<TopUp, 'idempotencyKey'> = {
      method,
      value: amount,
      intent: intent ?? null,
      profileCardId: asksSaved ? (saved?.id ?? null) : null,
    };
    const name = `${method} ${amount} ${wish.profileCardId}`;
    const idempotencyKey = keys.current.get(name) ?? newIdempotencyKey();
    keys.current.set(name, idempotencyKey);
    const proof = method === 'card' && saved ? await prove(saved, amount) : {};
    if (!proof) return;
    topUp.mutate(
      { ...wish, ...proof, idempotencyKey },
      {
        // Said here, because anywhere else a 404 sends people home: the card was deleted in another
        // window.
        onError: (error) => {
          // The gateway said no to this charge for good: pressing again, with other bill data
          // perhaps, is another wish.
          if (error instanceof ApiError && REFUSED.includes(error.code)) keys.current.delete(name);
          if (error instanceof ApiError && error.status === 404) showToast(error.message, 'error');
        },
        onSuccess: ({ data }) => {
          // A card that said no, or whose bank asks first, may be tried again: that is another
          // wish.
          if (data.status === 'failed' || data.challenge !== null) keys.current.delete(name);
          onCharge(data);
        },
      },
    );
  };

  return (
    <div className={styles.choice}>
      <Purpose intent={intent} balance={balance} />
      <Amounts amount={amount} onAmount={setAmount} />
      <fieldset>
        <legend className={styles.legend}>{m.wallet_method()}</legend>
        <div className={styles.methods}>
          {methods.map(({ key, name }) => (
            <label key={key} className={styles.method}>
              <input
                type="radio"
                name="method"
                value={key}
                checked={key === method}
                onChange={() => choose(key)}
                className="visually-hidden"
              />
              <MethodMark method={key} />
              <span>{key === 'card' ? m.wallet_method_card() : name}</span>
            </label>
          ))}
        </div>
      </fieldset>
      {asksSaved && (
        <SavedPayments
          key={method}
          type={method === 'card' ? 'card' : 'picpay'}
          chosen={saved}
          onChoose={setSaved}
        />
      )}
      {method === 'card' && (
        <>
          <CardLimits />
          <p className={styles.soft}>{m.card_statement({ name: offer.statementName })}</p>
          <Checkbox
            label={m.card_adult()}
            checked={adult}
            onChange={({ currentTarget: { checked } }) => {
              setAdult(checked);
              setUnsaid(false);
            }}
            error={unsaid ? m.card_adult_missing() : undefined}
          />
        </>
      )}
      {method === 'boleto' && <BoletoForm onReady={setBillReady} address={offer.boletoAddress} />}
      {method === 'paypal' && offer.paypalClientId !== null ? (
        <PayPalArea
          key={amount}
          clientId={offer.paypalClientId}
          value={amount}
          onCharge={onCharge}
        />
      ) : (
        <Button
          look="main"
          wide
          busy={topUp.isPending || proving}
          disabled={!ready}
          onClick={() => void pay()}
        >
          {CONFIRM[method](formatMoney(amount))}
        </Button>
      )}
      {method === 'card' && isForUnconfirmed(topUp.error) && <UnconfirmedNotice />}
      {asking}
    </div>
  );
};

const CONFIRM: Record<Method, (value: string) => string> = {
  card: (value) => m.wallet_pay_card({ value }),
  pix: () => m.wallet_pay_pix(),
  boleto: () => m.wallet_pay_boleto(),
  paypal: () => m.wallet_pay_paypal(),
  picpay: () => m.wallet_pay_picpay(),
};

const Purpose = ({ intent, balance }: { intent: Intent | undefined; balance: number }) => {
  const missing = intent ? Math.max(0, intent.value - balance) : 0;
  if (!intent || missing === 0) return null;
  return (
    <p className={styles.purpose}>
      {m.wallet_needed_for({ label: purposeOf(intent) })} <Money value={centavos(missing)} />
    </p>
  );
};

const Amounts = ({ amount, onAmount }: { amount: Amount; onAmount: (amount: Amount) => void }) => (
  <fieldset>
    <legend className={styles.legend}>{m.wallet_amount()}</legend>
    <div className={styles.amounts}>
      {TOP_UP_AMOUNTS_CENTAVOS.map((value) => (
        <label key={value} className={styles.amount}>
          <input
            type="radio"
            name="amount"
            value={value}
            checked={value === amount}
            onChange={() => onAmount(value)}
            className="visually-hidden"
          />
          <span>{reais(value)}</span>
        </label>
      ))}
    </div>
  </fieldset>
);

/** "R$ 50": the amounts offered are whole reais. */
const reais = (amount: number): string => `R$ ${amount / 100}`;
