// Promotions: a cheaper first month for a number of people or days, with codes or open to everyone.
import {
  PLAN_DISCOUNT_MAX_PERCENT,
  PROMOTION_CODES_MAX,
  PROMOTION_DAYS_MAX,
  PROMOTION_USERS_MAX,
  PROMOTIONS_MAX,
} from '@camarim/contract/limits';
import { type Centavos, centavos, planPrice } from '@camarim/contract/money';
import { m } from '../../paraglide/messages.js';
import { formatMoment } from '../../ui/display/formats.ts';
import { Badge } from '../../ui/display/Badge.tsx';
import { ProgressBar } from '../../ui/display/ProgressBar.tsx';
import { between } from '../../ui/fields/rules.ts';
import { TextField } from '../../ui/fields/TextField.tsx';
import { MoneyExample } from './MoneyExample.tsx';
import { NumberField, PERCENT_BPS, PriceItemForm, PricePart, typedNumber } from './PricePart.tsx';
import { type Tier, useAddPromotion } from './queries.ts';
import styles from './tiers.module.css';

type Promotion = Tier['promotions'][number];

export const Promotions = ({ tier }: { tier: Tier }) => (
  <PricePart
    title={m.plan_promotions()}
    text={m.plan_promotions_text()}
    items={tier.promotions}
    max={PROMOTIONS_MAX}
    removeLabel={({ discount }) => m.plan_promotion_remove_label({ percent: discount })}
    form={<NewPromotion tier={tier} />}
  >
    {(promotion) => (
      <PromotionSummary promotion={promotion} monthly={centavos(tier.basePrice.price)} />
    )}
  </PricePart>
);

const PromotionSummary = ({
  promotion: { discount, startWhen, endWhen, users, maxUsers, codes, active },
  monthly,
}: {
  promotion: Promotion;
  monthly: Centavos;
}) => {
  const seats = m.plan_promotion_seats({ users, max: maxUsers });
  return (
    <div className={styles.item}>
      <p>
        <b>{m.subscribe_off({ percent: discount })}</b>{' '}
        <Badge variant={active ? 'leaf' : 'plain'}>
          {active ? m.plan_promotion_active() : m.plan_promotion_inactive()}
        </Badge>
      </p>
      <MoneyExample
        what={m.plan_first_month()}
        price={planPrice(monthly, 1, discount * PERCENT_BPS)}
      />
      <p className={styles.soft}>
        {m.plan_promotion_when({ start: formatMoment(startWhen), end: formatMoment(endWhen) })}
      </p>
      <p className={styles.soft}>
        {codes.length > 0
          ? m.plan_promotion_codes({ codes: codes.join(', ') })
          : m.plan_promotion_open()}
      </p>
      <ProgressBar label={seats} value={users} max={maxUsers} />
      <p className={styles.soft}>{seats}</p>
    </div>
  );
};

const CODE = /^[\w-]{3,30}$/;
const codesOf = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean);

/** Midnight of the typed day in the local time zone; null for immediately. */
const startOf = (day: string): string | null =>
  day ? new Date(`${day}T00:00`).toISOString() : null;

const firstMonthOf = (tier: Tier, discount: string): Centavos | null => {
  const percent = typedNumber(discount, 1, PLAN_DISCOUNT_MAX_PERCENT);
  return percent === null
    ? null
    : planPrice(centavos(tier.basePrice.price), 1, percent * PERCENT_BPS);
};

const PROMOTION_BEGUN = {
  discount: '50',
  activeDays: '7',
  maxUsers: '100',
  startWhen: '',
  codes: '',
};

const NewPromotion = ({ tier }: { tier: Tier }) => {
  const add = useAddPromotion();
  return (
    <PriceItemForm
      initial={PROMOTION_BEGUN}
      check={({ discount, activeDays, maxUsers, codes }) => ({
        ...between('discount', discount, 1, PLAN_DISCOUNT_MAX_PERCENT),
        ...between('activeDays', activeDays, 1, PROMOTION_DAYS_MAX),
        ...between('maxUsers', maxUsers, 1, PROMOTION_USERS_MAX),
        ...(codesOf(codes).length > PROMOTION_CODES_MAX ||
        !codesOf(codes).every((code) => CODE.test(code))
          ? { codes: m.plan_codes_wrong({ max: PROMOTION_CODES_MAX }) }
          : {}),
      })}
      submit={({ discount, activeDays, maxUsers, startWhen, codes }) =>
        add.mutateAsync({
          discount: Number(discount),
          activeDays: Number(activeDays),
          maxUsers: Number(maxUsers),
          startWhen: startOf(startWhen),
          codes: codesOf(codes),
        })
      }
      submitLabel={m.plan_promotion_add()}
    >
      {(errors, typed) => (
        <>
          <NumberField
            name="discount"
            defaultValue={PROMOTION_BEGUN.discount}
            label={m.plan_discount()}
            error={errors.discount}
            digits={2}
          />
          <NumberField
            name="activeDays"
            defaultValue={PROMOTION_BEGUN.activeDays}
            label={m.plan_days()}
            error={errors.activeDays}
            digits={3}
          />
          <NumberField
            name="maxUsers"
            defaultValue={PROMOTION_BEGUN.maxUsers}
            label={m.plan_people()}
            error={errors.maxUsers}
            digits={6}
          />
          <TextField
            name="startWhen"
            type="date"
            label={m.plan_start()}
            hint={m.plan_start_hint()}
            error={errors.startWhen}
          />
          <div className={styles.wide}>
            <TextField
              name="codes"
              label={m.plan_codes()}
              hint={m.plan_codes_hint()}
              error={errors.codes}
              autoComplete="off"
              autoCapitalize="characters"
            />
          </div>
          <MoneyExample
            what={m.plan_first_month()}
            live
            price={firstMonthOf(tier, typed.discount)}
          />
        </>
      )}
    </PriceItemForm>
  );
};
