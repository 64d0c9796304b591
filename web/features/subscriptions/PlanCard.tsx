// The plan of a profile on its page: price, promotion, bundles, and the subscribe button; of a
// subscriber, what they pay and when it renews.
import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import { m } from '../../paraglide/messages.js';
import { SeenAs } from '../../client/session/session.ts';
import { ViewerActions } from '../../client/session/ViewerActions.tsx';
import { formatDay, formatMoney } from '../../ui/display/formats.ts';
import type { Profile } from '../profiles/index.ts';
import styles from './PlanCard.module.css';
import { subscriptionsQuery } from './queries.ts';
import { SubscribeButton } from './SubscribeButton.tsx';

export const PlanCard = ({ profile }: { profile: Profile }) => {
  const { tier, subscribedUntil, subscriber } = profile;
  if (!tier && subscribedUntil === null) return null;
  return (
    <section className={styles.card} aria-label={m.plan_card_label()}>
      <div className={styles.text}>
        {subscribedUntil !== null ? (
          <p className={styles.price}>
            {subscriber ? (
              <Renewal profile={profile} until={subscribedUntil} />
            ) : (
              m.plan_card_until({ date: formatDay(subscribedUntil) })
            )}
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
            {tier.promotion.discount === null || tier.promotion.discountMonths !== 1
              ? m.plan_card_trial_until({ date: formatDay(tier.promotion.endWhen) })
              : m.plan_card_promotion({
                  percent: tier.promotion.discount,
                  date: formatDay(tier.promotion.endWhen),
                })}
          </p>
        )}
        {subscribedUntil === null && tier && tier.bundles.length > 0 && (
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

/** With the price that the next month costs, where it is the one that was agreed to. */
const Renewal = ({ profile, until }: { profile: Profile; until: string }) => {
  const seenAs = use(SeenAs);
  const { data } = useQuery({ ...subscriptionsQuery(), enabled: seenAs === null });
  const own = seenAs === null ? data?.find((one) => one.profile.id === profile.id) : undefined;
  const date = formatDay(until);
  if (!own || own.currentPrice === null) return m.plan_card_renews({ date });
  if (own.trial) return m.subscriptions_trial({ date, price: formatMoney(own.currentPrice) });
  const price = own.promotion?.price ?? own.currentPrice;
  if (!own.promotion && own.currentPrice > own.price) return m.plan_card_renews({ date });
  return m.plan_card_renews_for({ price: formatMoney(price), date });
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
      <b>
        {m.plan_card_offer({
          price: formatMoney(promotion.price),
          months: promotion.discountMonths ?? 1,
        })}
      </b>
      , {m.plan_card_after({ price: monthly })}
    </>
  );
};
