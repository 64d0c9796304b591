// The top-up form: amounts, methods, and the fields of each method. Source: specification sections
// 2 and 4, wallet dialog.
import { useQuery } from '@tanstack/react-query';
import { centavos } from '@camarim/contract/money';
import { useId, useRef, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { newIdempotencyKey } from '../../../client/api/api.ts';
import type { Intent } from '../../../client/sales.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { formatMoney } from '../../../ui/display/formats.ts';
import { Money } from '../../../ui/display/Money.tsx';
import { Skeleton } from '../../../ui/display/Skeleton.tsx';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { type Charge, isRefusedForGood, methodsQuery, type TopUp, useTopUp } from '../queries.ts';
import { CardLimits } from '../cards/CardLimits.tsx';
import { useCardAuthentication } from '../cards/use-card-authentication.tsx';
import { SavedPayments } from '../cards/SavedPayments.tsx';
import { isForUnconfirmed, UnconfirmedNotice } from '../cards/UnconfirmedNotice.tsx';
import type { SavedPayment } from '../saved.ts';
import { BoletoForm } from '../payment-methods/BoletoForm.tsx';
import { PayPalArea } from '../payment-methods/PayPalArea.tsx';
import { MethodMark } from '../payment-methods/MethodMark.tsx';
import {
  firstMethod,
  inOrder,
  type Method,
  type Offer,
  rememberMethod,
} from '../payment-methods/methods.ts';
import { SALE_TEXTS } from '../sale-texts.ts';
import { type Amount, Amounts, firstAmount, isPossible, TYPED_AMOUNT } from './Amounts.tsx';
import { PaymentProblem } from './PaymentProblem.tsx';
import styles from './WalletDialog.module.css';

type Props = {
  suggested: number | undefined;
  intent: Intent | undefined;
  balance: number;
  onCharge: (charge: Charge) => void;
};

export const TopUpForm = (props: Props) => {
  const { data: offer } = useQuery(methodsQuery());
  if (!offer) return <Skeleton shape="button" />;
  return <TopUpFields {...props} offer={offer.data} />;
};

const TopUpFields = ({ suggested, intent, balance, onCharge, offer }: Props & { offer: Offer }) => {
  const methods = inOrder(offer.methods);
  const [amount, setAmount] = useState<Amount>(() => firstAmount(suggested, offer.maxAmount));
  const [method, setMethod] = useState<Method>(() => firstMethod(methods));
  const [saved, setSaved] = useState<SavedPayment | null>(null);
  const [adult, setAdult] = useState(false);
  const [adultMissing, setAdultMissing] = useState(false);
  const [amountChecked, setAmountChecked] = useState(false);
  const form = useRef<HTMLDivElement>(null);
  const missing = missingFor(intent, balance);
  const topUp = useTopUp();
  const { authenticate, authenticating, numberDialog } = useCardAuthentication();
  // One key per method, amount and saved payment: a second click repeats the same top-up.
  const keys = useRef(new Map<string, string>());

  const chooseAmount = (chosen: Amount) => {
    setAmount(chosen);
    setAmountChecked(false);
    topUp.reset();
  };
  const choose = (chosen: Method) => {
    topUp.reset();
    setMethod(chosen);
    setSaved(null);
    setAdultMissing(false);
  };

  const usesSavedPayment = method === 'card' || method === 'picpay';
  const ready = !usesSavedPayment || saved !== null;

  const { value } = amount;
  const { paypalClientId } = offer;
  const pay = async () => {
    if (!isPossible(value, offer.maxAmount)) {
      setAmountChecked(true);
      form.current?.querySelector<HTMLElement>(`[name=${TYPED_AMOUNT}]`)?.focus();
      return;
    }
    if (method === 'card' && !adult) return setAdultMissing(true);
    const topUpRequest: Omit<TopUp, 'idempotencyKey'> = {
      method,
      value,
      intent: intent ?? null,
      profileCardId: usesSavedPayment ? (saved?.id ?? null) : null,
    };
    const name = `${method} ${value} ${topUpRequest.profileCardId}`;
    const idempotencyKey = keys.current.get(name) ?? newIdempotencyKey();
    keys.current.set(name, idempotencyKey);
    const proof = method === 'card' && saved ? await authenticate(saved, value) : {};
    if (!proof) return;
    // Before the request: the new balance may arrive by the socket and the page be left first.
    rememberMethod(method);
    // Opened before the request: browsers block windows that no press opens.
    const approval = method === 'paypal' ? openBlank() : null;
    topUp.mutate(
      { ...topUpRequest, ...proof, idempotencyKey },
      {
        onError: (error) => {
          approval?.close();
          // The gateway refused this charge for good: the next attempt, for example with other
          // payer data, is a new top-up.
          if (isRefusedForGood(error)) keys.current.delete(name);
        },
        onSuccess: ({ data }) => {
          if (data.paypalPayment) approval?.location.replace(data.paypalPayment.url);
          else approval?.close();
          // A declined card, or one with a challenge, may be tried again as a new top-up.
          if (data.status === 'failed' || data.challenge !== null) keys.current.delete(name);
          onCharge(data);
        },
      },
    );
  };

  return (
    <div ref={form} className={styles.choice}>
      <Purpose intent={intent} missing={missing} />
      <Amounts
        amount={amount}
        missing={missing}
        max={offer.maxAmount}
        checked={amountChecked}
        onAmount={chooseAmount}
        onLeave={() => setAmountChecked(value !== null)}
      />
      <Methods methods={methods} chosen={method} onChoose={choose} />
      {usesSavedPayment && (
        <SavedPayments
          key={method}
          type={method === 'card' ? 'card' : 'picpay'}
          chosen={saved}
          onChoose={setSaved}
        />
      )}
      {method === 'card' && (
        <CardTerms
          statementName={offer.statementName}
          adult={adult}
          missing={adultMissing && !adult}
          onAdult={setAdult}
        />
      )}
      {method === 'boleto' ? (
        <BoletoPart
          address={offer.boletoAddress}
          error={topUp.error}
          loading={topUp.isPending}
          onPay={() => void pay()}
        />
      ) : (
        <PaymentProblem error={topUp.error} />
      )}
      {method === 'paypal' && paypalClientId !== null && isPossible(value, offer.maxAmount) ? (
        <PayPalArea key={value} clientId={paypalClientId} value={value} onCharge={onCharge} />
      ) : (
        method !== 'boleto' && (
          <PayButton
            method={method}
            value={value ?? 0}
            ready={ready}
            loading={topUp.isPending || authenticating}
            onPay={() => void pay()}
          />
        )
      )}
      {method === 'card' && isForUnconfirmed(topUp.error) && <UnconfirmedNotice />}
      {numberDialog}
    </div>
  );
};

type PayButtonProps = {
  method: Method;
  value: number;
  /** A card or an account is chosen, where the method needs one. */
  ready: boolean;
  loading: boolean;
  onPay: () => void;
};

const PayButton = ({ method, value, ready, loading, onPay }: PayButtonProps) => {
  const id = useId();
  const note = noteOf(method, ready);
  return (
    <>
      {note && (
        <p id={id} className={styles.soft}>
          {note}
        </p>
      )}
      <Button
        variant="main"
        fullWidth
        loading={loading}
        disabled={!ready}
        aria-describedby={note ? id : undefined}
        onClick={onPay}
      >
        {CONFIRM[method](formatMoney(value))}
      </Button>
    </>
  );
};

/** Why the button is off, or what its press does besides paying. */
const noteOf = (method: Method, ready: boolean): string | null => {
  if (method === 'paypal') return m.wallet_paypal_opens();
  if (ready) return null;
  return method === 'picpay' ? m.wallet_picpay_needs() : m.wallet_card_needs();
};

type BoletoPartProps = {
  address: boolean;
  error: Error | null;
  loading: boolean;
  onPay: () => void;
};

const BoletoPart = ({ address, error, loading, onPay }: BoletoPartProps) => (
  <BoletoForm onSaved={onPay} address={address}>
    {(saving) => (
      <>
        <PaymentProblem error={error} />
        <Button type="submit" variant="main" fullWidth loading={saving || loading}>
          {m.wallet_pay_boleto()}
        </Button>
      </>
    )}
  </BoletoForm>
);

type MethodsProps = {
  methods: Offer['methods'];
  chosen: Method;
  onChoose: (method: Method) => void;
};

const Methods = ({ methods, chosen, onChoose }: MethodsProps) => (
  <fieldset>
    <legend className={styles.legend}>{m.wallet_method()}</legend>
    <div className={styles.methods}>
      {methods.map(({ key, name }) => (
        <label key={key} className={styles.method}>
          <input
            type="radio"
            name="method"
            value={key}
            checked={key === chosen}
            onChange={() => onChoose(key)}
            className="visually-hidden"
          />
          <MethodMark method={key} />
          <span>{key === 'card' ? m.wallet_method_card() : name}</span>
        </label>
      ))}
    </div>
  </fieldset>
);

type TermsProps = {
  statementName: string;
  adult: boolean;
  missing: boolean;
  onAdult: (adult: boolean) => void;
};

/** What a payment by card says and asks before it. */
const CardTerms = ({ statementName, adult, missing, onAdult }: TermsProps) => (
  <>
    <CardLimits />
    <p className={styles.soft}>{m.card_statement({ name: statementName })}</p>
    <Checkbox
      label={m.card_adult()}
      checked={adult}
      onChange={({ currentTarget: { checked } }) => onAdult(checked)}
      error={missing ? m.card_adult_missing() : undefined}
    />
  </>
);

/** What a purchase needs beyond the balance. */
const missingFor = (intent: Intent | undefined, balance: number): number =>
  intent ? Math.max(0, intent.value - balance) : 0;

/** A window for the page that the reply will name; null where the browser blocks it. */
const openBlank = (): Window | null => {
  const opened = window.open('', '_blank');
  if (opened) opened.opener = null;
  return opened;
};

const CONFIRM: Record<Method, (value: string) => string> = {
  card: (value) => m.wallet_pay_card({ value }),
  pix: () => m.wallet_pay_pix(),
  boleto: () => m.wallet_pay_boleto(),
  paypal: () => m.wallet_pay_paypal(),
  picpay: () => m.wallet_pay_picpay(),
};

const Purpose = ({ intent, missing }: { intent: Intent | undefined; missing: number }) => {
  if (!intent || missing === 0) return null;
  return (
    <p className={styles.purpose}>
      {m.wallet_needed_for({ label: SALE_TEXTS[intent.kind].purpose({ name: intent.label }) })}{' '}
      <Money value={centavos(missing)} />
    </p>
  );
};
