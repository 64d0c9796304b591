// The form of a new promotion: a free trial or a discount, for how many people and days, and its
// codes.
import {
  PLAN_DISCOUNT_MAX_PERCENT,
  PROMOTION_CODES_MAX,
  PROMOTION_DAYS_MAX,
  PROMOTION_MONTHS_MAX,
  PROMOTION_USERS_MAX,
  TRIAL_DAYS_MAX,
} from '@camarim/contract/limits';
import { type Centavos, centavos, planPrice } from '@camarim/contract/money';
import { useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { RadioCards } from '../../ui/fields/RadioCards.tsx';
import { between } from '../../ui/fields/rules.ts';
import type { FieldErrors } from '../../ui/fields/use-form.ts';
import { TextField } from '../../ui/fields/TextField.tsx';
import { MoneyExample } from './MoneyExample.tsx';
import { NumberField, PERCENT_BPS, PriceItemForm, typedNumber } from './PricePart.tsx';
import { type Tier, useAddPromotion } from './queries.ts';
import styles from './tiers.module.css';

const CODE = /^[\w-]{3,30}$/;
const codesOf = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean);

/** Midnight of the typed day in the local time zone; null for immediately. */
const startOf = (day: string): string | null =>
  day ? new Date(`${day}T00:00`).toISOString() : null;

type Kind = 'trial' | 'discount';

const BEGUN = {
  trial: { trialDays: '7', activeDays: '30', maxUsers: '100', startWhen: '', codes: '' },
  discount: {
    discount: '50',
    discountMonths: '1',
    activeDays: '7',
    maxUsers: '100',
    startWhen: '',
    codes: '',
  },
};

export const NewPromotion = ({ tier }: { tier: Tier }) => {
  const [kind, setKind] = useState<Kind>('trial');
  return (
    <div className={styles.newPromotion}>
      <RadioCards
        name="promotionKind"
        legend={m.plan_promotion_kind()}
        options={[
          { key: 'trial', title: m.plan_trial(), text: m.plan_trial_text() },
          {
            key: 'discount',
            title: m.plan_promotion(),
            text: m.plan_promotion_text({ max: PROMOTION_MONTHS_MAX }),
          },
        ]}
        chosen={kind}
        onChoose={setKind}
      />
      {kind === 'trial' ? <NewTrial tier={tier} /> : <NewDiscount tier={tier} />}
    </div>
  );
};

type SharedField = 'activeDays' | 'maxUsers' | 'startWhen' | 'codes';
type FieldTexts = Readonly<Record<SharedField, string>>;

const checkShared = ({ activeDays, maxUsers, codes }: FieldTexts): FieldErrors<SharedField> => ({
  ...between('activeDays', activeDays, 1, PROMOTION_DAYS_MAX),
  ...between('maxUsers', maxUsers, 1, PROMOTION_USERS_MAX),
  ...(codesOf(codes).length > PROMOTION_CODES_MAX ||
  !codesOf(codes).every((code) => CODE.test(code))
    ? { codes: m.plan_codes_wrong({ max: PROMOTION_CODES_MAX }) }
    : {}),
});

const sharedOf = ({ activeDays, maxUsers, startWhen, codes }: FieldTexts) => ({
  activeDays: Number(activeDays),
  maxUsers: Number(maxUsers),
  startWhen: startOf(startWhen),
  codes: codesOf(codes),
});

const NewTrial = ({ tier }: { tier: Tier }) => {
  const add = useAddPromotion();
  return (
    <PriceItemForm
      initial={BEGUN.trial}
      check={(typed) => ({
        ...between('trialDays', typed.trialDays, 1, TRIAL_DAYS_MAX),
        ...checkShared(typed),
      })}
      submit={(typed) =>
        add.mutateAsync({ trialDays: Number(typed.trialDays), ...sharedOf(typed) })
      }
      submitLabel={m.plan_trial_add()}
    >
      {(errors, { trialDays }) => (
        <>
          <NumberField
            name="trialDays"
            defaultValue={BEGUN.trial.trialDays}
            label={m.plan_trial_days()}
            error={errors.trialDays}
            digits={2}
          />
          <SharedFields begun={BEGUN.trial} errors={errors} />
          <MoneyExample
            what={
              typedNumber(trialDays, 1, TRIAL_DAYS_MAX) === null
                ? m.plan_after_trial()
                : m.plan_after_trial_days({ days: Number(trialDays) })
            }
            live
            price={centavos(tier.basePrice.price)}
          />
        </>
      )}
    </PriceItemForm>
  );
};

const promotionPriceOf = (tier: Tier, discount: string): Centavos | null => {
  const percent = typedNumber(discount, 1, PLAN_DISCOUNT_MAX_PERCENT);
  return percent === null
    ? null
    : planPrice(centavos(tier.basePrice.price), 1, percent * PERCENT_BPS);
};

const NewDiscount = ({ tier }: { tier: Tier }) => {
  const add = useAddPromotion();
  return (
    <PriceItemForm
      initial={BEGUN.discount}
      check={(typed) => ({
        ...between('discount', typed.discount, 1, PLAN_DISCOUNT_MAX_PERCENT),
        ...between('discountMonths', typed.discountMonths, 1, PROMOTION_MONTHS_MAX),
        ...checkShared(typed),
      })}
      submit={(typed) =>
        add.mutateAsync({
          discount: Number(typed.discount),
          discountMonths: Number(typed.discountMonths),
          ...sharedOf(typed),
        })
      }
      submitLabel={m.plan_promotion_add()}
    >
      {(errors, { discount, discountMonths }) => (
        <>
          <NumberField
            name="discount"
            defaultValue={BEGUN.discount.discount}
            label={m.plan_discount()}
            error={errors.discount}
            digits={2}
          />
          <NumberField
            name="discountMonths"
            defaultValue={BEGUN.discount.discountMonths}
            label={m.plan_discount_months()}
            error={errors.discountMonths}
            digits={2}
          />
          <SharedFields begun={BEGUN.discount} errors={errors} />
          <PromotionExample tier={tier} discount={discount} discountMonths={discountMonths} />
        </>
      )}
    </PriceItemForm>
  );
};

/** What a month of the promotion brings, and one after it. */
const PromotionExample = ({
  tier,
  discount,
  discountMonths,
}: {
  tier: Tier;
  discount: string;
  discountMonths: string;
}) => {
  const months = typedNumber(discountMonths, 1, PROMOTION_MONTHS_MAX);
  return (
    <div>
      <MoneyExample
        what={m.plan_first_months({ months: months ?? 1 })}
        live
        price={months === null ? null : promotionPriceOf(tier, discount)}
      />
      <MoneyExample what={m.plan_after_promotion()} price={centavos(tier.basePrice.price)} />
    </div>
  );
};

const SharedFields = ({
  begun,
  errors,
}: {
  begun: FieldTexts;
  errors: FieldErrors<SharedField>;
}) => (
  <>
    <NumberField
      name="activeDays"
      defaultValue={begun.activeDays}
      label={m.plan_days()}
      error={errors.activeDays}
      digits={3}
    />
    <NumberField
      name="maxUsers"
      defaultValue={begun.maxUsers}
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
  </>
);
