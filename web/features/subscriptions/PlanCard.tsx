// The plan of a profile on its page: price, promotion, bundles, and the subscribe button.
import { m } from '../../paraglide/messages.js';
import { ViewerActions } from '../../client/session/ViewerActions.tsx';
import { formatDay, formatMoney } from '../../ui/display/formats.ts';
import type { Profile } from '../profiles/index.ts';
import styles from './PlanCard.module.css';
import { SubscribeButton } from './SubscribeButton.tsx';

export const PlanCard = ({ profile }: { profile: Profile }) => {
  const { tier, subscribedUntil, subscriber } = profile;
  if (!tier && subscribedUntil === null) return null;
  return (
    <section className={styles.card} aria-label={m.plan_card_label()}>
      <div className={styles.text}>
        {subscribedUntil !== null ? (
          <p className={styles.price}>
            {subscriber
              ? m.plan_card_renews({ date: formatDay(subscribedUntil) })
              : m.plan_card_until({ date: formatDay(subscribedUntil) })}
          </p>
        ) : (
          tier && (
            <p className={styles.price}>
              <PlanPrice tier={tier} />
            </p>
          )
        )}
        {subscribedUntil === null && tier?.promotion && (
          <p className={styles.soft}>
            {tier.promotion.discount === null
              ? m.plan_card_trial_until({ date: formatDay(tier.promotion.endWhen) })
              : m.plan_card_promotion({
                  percent: tier.promotion.discount,
                  date: formatDay(tier.promotion.endWhen),
                })}
          </p>
        )}
        {tier && tier.bundles.length > 0 && (
          <ul className={styles.bundles}>
            {tier.bundles.map(({ id, months, price, discount }) => (
              <li key={id}>
                {m.plan_card_bundle({ months, price: formatMoney(price), percent: discount })}
              </li>
            ))}
          </ul>
        )}
      </div>
      <ViewerActions>
        <SubscribeButton profile={profile} />
      </ViewerActions>
    </section>
  );
};

const PlanPrice = ({ tier: { promotion, basePrice } }: { tier: NonNullable<Profile['tier']> }) => {
  const monthly = formatMoney(basePrice.price);
  if (!promotion)
    return (
      <>
        <b>{monthly}</b> {m.plan_card_per_month()}
      </>
    );
  if (promotion.trialDays !== null)
    return (
      <>
        <b>{m.subscribe_trial({ days: promotion.trialDays })}</b>{' '}
        {m.plan_card_after_trial({ price: monthly })}
      </>
    );
  return (
    <>
      <b>{formatMoney(promotion.price)}</b> {m.plan_card_first_month()} <s>{monthly}</s>
    </>
  );
};
