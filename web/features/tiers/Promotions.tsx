// Promotions: a free trial or cheaper first months, for a number of people or days, with codes or
// open to everyone.
import { PROMOTIONS_MAX } from '@camarim/contract/limits';
import { type Centavos, centavos, planPrice } from '@camarim/contract/money';
import { m } from '../../paraglide/messages.js';
import { formatMoment } from '../../ui/display/formats.ts';
import { Badge } from '../../ui/display/Badge.tsx';
import { ProgressBar } from '../../ui/display/ProgressBar.tsx';
import { MoneyExample } from './MoneyExample.tsx';
import { NewPromotion } from './NewPromotion.tsx';
import { PERCENT_BPS, PricePart } from './PricePart.tsx';
import type { Tier } from './queries.ts';
import styles from './tiers.module.css';

type Promotion = Tier['promotions'][number];

export const Promotions = ({ tier }: { tier: Tier }) => (
  <PricePart
    title={m.plan_promotions()}
    text={m.plan_promotions_text()}
    items={tier.promotions}
    max={PROMOTIONS_MAX}
    removeLabel={(promotion) => m.plan_promotion_remove_label({ what: giftText(promotion) })}
    form={<NewPromotion tier={tier} />}
  >
    {(promotion) => (
      <PromotionSummary promotion={promotion} monthly={centavos(tier.basePrice.price)} />
    )}
  </PricePart>
);

const giftText = ({ discount, discountMonths, trialDays }: Promotion): string =>
  trialDays === null
    ? m.plan_promotion_gift({ percent: discount ?? 0, months: discountMonths ?? 1 })
    : m.subscribe_trial({ days: trialDays });

const PromotionSummary = ({ promotion, monthly }: { promotion: Promotion; monthly: Centavos }) => {
  const { discount, discountMonths, startWhen, endWhen, users, maxUsers, codes, active } =
    promotion;
  const seats = m.plan_promotion_seats({ users, max: maxUsers });
  return (
    <div className={styles.item}>
      <p>
        <b>{giftText(promotion)}</b>{' '}
        <Badge variant={active ? 'leaf' : 'plain'}>
          {active ? m.plan_promotion_active() : m.plan_promotion_inactive()}
        </Badge>
      </p>
      <MoneyExample
        what={
          discount === null
            ? m.plan_after_trial()
            : m.plan_first_months({ months: discountMonths ?? 1 })
        }
        price={planPrice(monthly, 1, (discount ?? 0) * PERCENT_BPS)}
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
