// Subscribing to a producer: duration, price, renewal terms and payment.
import { DAY_MS } from '@camarim/contract/time';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { newIdempotencyKey } from '../../client/api/api.ts';
import type { Intent } from '../../client/sales.ts';
import { Button } from '../../ui/actions/Button.tsx';
import { formatDay, formatMoney } from '../../ui/display/formats.ts';
import { Badge } from '../../ui/display/Badge.tsx';
import { Spinner } from '../../ui/display/Spinner.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { showToast } from '../../ui/overlays/toasts.ts';
import {
  BalanceLine,
  type Charge,
  methodsQuery,
  PaymentProblem,
  usePay,
  walletQuery,
} from '../funds/index.ts';
import { type Profile, profileQuery } from '../profiles/index.ts';
import { CodeField } from './CodeField.tsx';
import { MandatePayment, type Payment, PaymentChoice, MandateForm } from './MandateForm.tsx';
import type { Offer } from './queries.ts';
import styles from './SubscribeDialog.module.css';

type Plan = NonNullable<Profile['tier']>;
/** One purchase option: a month, a promotion, or a bundle. */
type PurchaseOption = {
  key: string;
  title: string;
  price: number;
  months: number;
  discount: number | null;
  /** Months that a promotion lasts; null without one. */
  discountMonths: number | null;
  /** Days of a free trial, in place of a price. */
  trialDays: number | null;
  intent: { bundleId?: string; trial?: { days: number; price: number } } & Discount;
};
type Gift = Pick<Offer, 'price' | 'discount' | 'discountMonths' | 'trialDays'>;
type Discount = {
  promotionId?: string;
  discountCode?: string;
  /** What the fan sees of it. */
  promotion?: { months: number; price: number };
};

const purchaseOptionsOf = (
  plan: Plan,
  running: boolean,
  offer: (Offer & { code: string }) | null,
): PurchaseOption[] => {
  const month: PurchaseOption = {
    key: 'month',
    title: m.subscribe_month(),
    price: plan.basePrice.price,
    months: 1,
    discount: null,
    discountMonths: null,
    trialDays: null,
    intent: {},
  };
  const withGift = ({ price, discount, discountMonths, trialDays }: Gift): PurchaseOption => ({
    ...month,
    ...(trialDays !== null && { title: m.subscribe_trial({ days: trialDays }) }),
    price,
    discount,
    discountMonths,
    trialDays,
  });
  const { price: after } = plan.basePrice;
  const agreed = ({ trialDays, discountMonths }: Gift) =>
    trialDays === null
      ? { promotion: { months: discountMonths ?? 1, price: after } }
      : { trial: { days: trialDays, price: after } };
  const first = offer
    ? { ...withGift(offer), key: 'code', intent: { discountCode: offer.code, ...agreed(offer) } }
    : plan.promotion && {
        ...withGift(plan.promotion),
        key: 'promotion',
        intent: { promotionId: plan.promotion.id, ...agreed(plan.promotion) },
      };
  const bundles = plan.bundles.map(({ id, months, price, discount }): PurchaseOption => ({
    key: id,
    title: m.subscribe_months({ count: months }),
    price,
    months,
    discount,
    discountMonths: null,
    trialDays: null,
    intent: { bundleId: id },
  }));
  return running ? bundles : [first ?? month, ...bundles];
};

const SubscribeDialog = ({ username, onClose }: { username: string; onClose: () => void }) => {
  const { data: profile } = useQuery(profileQuery(username));
  if (!profile)
    return (
      <Dialog size="login" title={m.subscribe_title_waiting()} onClose={onClose}>
        <Spinner />
      </Dialog>
    );
  return (
    <Dialog
      size="login"
      title={m.subscribe_title({ name: profile.exibitionName })}
      onClose={onClose}
    >
      {profile.tier ? (
        <SubscribeForm
          username={username}
          profile={profile}
          plan={profile.tier}
          onClose={onClose}
        />
      ) : (
        <p className={styles.soft}>{m.subscribe_closed({ name: profile.exibitionName })}</p>
      )}
    </Dialog>
  );
};

const SubscribeForm = ({
  username,
  profile,
  plan,
  onClose,
}: {
  username: string;
  profile: Profile;
  plan: Plan;
  onClose: () => void;
}) => {
  const [offer, setOffer] = useState<(Offer & { code: string }) | null>(null);
  const running = profile.subscribedUntil !== null;
  const options = purchaseOptionsOf(plan, running, offer);
  const [chosen, setChosen] = useState(options[0]?.key);
  const option = options.find(({ key }) => key === chosen) ?? options[0];
  const [payment, setPayment] = useState<Payment>('wallet');
  const [charge, setCharge] = useState<Charge | null>(null);
  const { data: offered } = useQuery(methodsQuery());
  const { data: wallet } = useQuery(walletQuery());
  const pay = usePay();
  // One idempotency key per option: a second click, or one after a top-up, repeats the same
  // purchase.
  const keys = useRef(new Map<string, string>());
  // Once paid, the person is a subscriber and the first month is no longer offered, so the charge
  // is shown independently of the options.
  if (charge) {
    return (
      <div className={styles.form}>
        <MandatePayment
          charge={charge}
          profile={profile}
          username={username}
          monthly={plan.basePrice.price}
          onAgain={() => setCharge(null)}
          onClose={onClose}
        />
      </div>
    );
  }
  if (!option)
    return (
      <p className={styles.soft}>
        {m.subscribe_already({ date: formatDay(profile.subscribedUntil ?? '') })}
      </p>
    );

  const buy = () => {
    const idempotencyKey = keys.current.get(option.key) ?? newIdempotencyKey();
    keys.current.set(option.key, idempotencyKey);
    const intent = {
      kind: 'subscription',
      profileId: profile.id,
      ...option.intent,
      subscribedUntil: profile.subscribedUntil,
      value: option.price,
      label: profile.exibitionName,
    } as Intent;
    pay.mutate(
      { intent, idempotencyKey },
      {
        onSuccess: () => {
          showToast(m.subscribe_done({ name: profile.exibitionName }), 'success');
          onClose();
        },
      },
    );
  };

  // A mandate charges one month at a time, each at the same price after the first, and only starts
  // a new subscription, by paying for it.
  const mayPayByPix =
    option.months === 1 &&
    (option.discountMonths ?? 1) === 1 &&
    option.trialDays === null &&
    !running &&
    offered?.data.pixAutomatico === true;
  const byPix = payment === 'pixAutomatico' && mayPayByPix;
  const pixPart = byPix && (
    <MandateForm
      key={option.key}
      profileId={profile.id}
      price={option.price}
      monthly={plan.basePrice.price}
      discount={option.intent}
      onCharge={setCharge}
    />
  );

  return (
    <div className={styles.form}>
      <PurchaseOptions options={options} chosen={option.key} onChoose={setChosen} />
      {!running && offer === null && <CodeField profileId={profile.id} onOffer={setOffer} />}
      {mayPayByPix && <PaymentChoice chosen={payment} onChoose={setPayment} />}
      {pixPart || (
        <>
          <Terms option={option} monthly={plan.basePrice.price} />
          {option.trialDays === null && <BalanceLine />}
          <PaymentProblem error={pay.error} />
          <Button variant="main" fullWidth loading={pay.isPending} onClick={buy}>
            {payLabel(option, wallet?.balance)}
          </Button>
        </>
      )}
    </div>
  );
};

/** With too small a balance, money is added first. */
const payLabel = ({ price, trialDays }: PurchaseOption, balance = Infinity): string => {
  if (trialDays !== null) return m.subscribe_trial_start();
  return (balance < price ? m.subscribe_add_and_pay : m.subscribe_pay)({
    price: formatMoney(price),
  });
};

/** What the fan agrees to by the button below. */
const Terms = ({ option, monthly }: { option: PurchaseOption; monthly: number }) => {
  return <p className={styles.soft}>{termsText(option, formatMoney(monthly))}</p>;
};

const termsText = (
  { price, discountMonths, trialDays }: PurchaseOption,
  monthly: string,
): string => {
  if (trialDays !== null)
    return m.subscribe_trial_then({ price: monthly, date: formatDay(trialEnd(trialDays)) });
  return discountMonths === null
    ? m.subscribe_then({ price: monthly })
    : m.subscribe_promotion_then({
        price: formatMoney(price),
        months: discountMonths,
        after: monthly,
      });
};

const trialEnd = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();

const PurchaseOptions = ({
  options,
  chosen,
  onChoose,
}: {
  options: readonly PurchaseOption[];
  chosen: string;
  onChoose: (key: string) => void;
}) => (
  <fieldset>
    <legend className="visually-hidden">{m.subscribe_how_long()}</legend>
    <div className={styles.options}>
      {options.map(({ key, title, price, discount, discountMonths, months, trialDays }) => (
        <label key={key} className={styles.option}>
          <input
            type="radio"
            name="option"
            value={key}
            checked={key === chosen}
            onChange={() => onChoose(key)}
            className="visually-hidden"
          />
          <span className={styles.optionTitle}>
            {title}{' '}
            {discount !== null && (
              <Badge variant="leaf">{m.subscribe_off({ percent: discount })}</Badge>
            )}
          </span>
          <span className={styles.optionPrice}>
            <b>{trialDays === null ? formatMoney(price) : m.subscribe_free()}</b>
            {discountMonths !== null && discountMonths > 1 && (
              <small>{m.subscribe_for_months({ months: discountMonths })}</small>
            )}
            {months > 1 && (
              <small>
                {m.subscribe_per_month({ price: formatMoney(Math.floor(price / months)) })}
              </small>
            )}
          </span>
        </label>
      ))}
    </div>
  </fieldset>
);

export default SubscribeDialog;
