// /settings/subscriptions: own subscriptions with their next charge and price; stopping takes one
// click.
import { useQuery } from '@tanstack/react-query';
import { Heart } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { m } from '../../paraglide/messages.js';
import { newIdempotencyKey } from '../../client/api/api.ts';
import { openDialog } from '../../client/dialogs.ts';
import { loadPage } from '../../client/page-data.ts';
import { Button, ButtonLink } from '../../ui/actions/Button.tsx';
import { Avatar } from '../../ui/display/Avatar.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { ErrorState } from '../../ui/display/ErrorState.tsx';
import { formatDay, formatMoney } from '../../ui/display/formats.ts';
import { Badge } from '../../ui/display/Badge.tsx';
import { showToast } from '../../ui/overlays/toasts.ts';
import { LeaveReasonField, StopRenewal } from './StopRenewal.tsx';
import { type Subscription, subscriptionsQuery, useRenewal } from './queries.ts';
import styles from './subscriptions.module.css';

const load = () => loadPage({ optional: [subscriptionsQuery()] });

export const loader = async () => ({ queries: (await load()).queries });
export const clientLoader = async () => {
  await load();
  return null;
};

export const meta = () => [
  { title: `${m.subscriptions_title()} · Camarim` },
  { name: 'robots', content: 'noindex' },
];

export default function SubscriptionsPage() {
  const { data, isError, refetch, isFetching } = useQuery(subscriptionsQuery());
  return (
    <section className={styles.page}>
      <h1 className={styles.title}>{m.subscriptions_title()}</h1>
      {isError && <ErrorState onRetry={() => void refetch()} loading={isFetching} />}
      {data?.length === 0 && (
        <EmptyState
          icon={<Heart aria-hidden />}
          title={m.subscriptions_empty_title()}
          action={
            <ButtonLink variant="main" to="/">
              {m.subscriptions_empty_action()}
            </ButtonLink>
          }
        >
          {m.subscriptions_empty_text()}
        </EmptyState>
      )}
      <ul className={styles.list}>
        {data?.map((subscription) => (
          <Row key={subscription.id} subscription={subscription} />
        ))}
      </ul>
    </section>
  );
}

const stateText = ({
  status,
  renews,
  subscribedUntil,
  nextCharge,
  currentPrice,
  price,
  stopReason,
  paidBy,
  trial,
  promotion,
}: Subscription): string => {
  const next = formatMoney(promotion?.price ?? price);
  const until = formatDay(subscribedUntil);
  const byPix = paidBy === 'pixAutomatico';
  if (status === 'late' && byPix)
    return m.subscriptions_late_pix({
      date: formatDay(nextCharge ?? subscribedUntil),
      price: next,
    });
  if (status === 'late')
    return m.subscriptions_late({
      date: formatDay(nextCharge ?? subscribedUntil),
      price: next,
    });
  if (status === 'active' && renews && currentPrice !== null && promotion)
    return m.subscriptions_renews_promotion({
      date: until,
      price: next,
      until: formatDay(promotion.until),
      after: formatMoney(currentPrice),
    });
  if (status === 'active' && renews && currentPrice !== null && currentPrice <= price)
    return (
      trial ? m.subscriptions_trial : byPix ? m.subscriptions_renews_pix : m.subscriptions_renews
    )({
      date: until,
      price: formatMoney(currentPrice),
    });
  if (status === 'active' && stopReason === 'permissionEnded')
    return m.subscriptions_permission_ended({ date: until });
  if (status === 'active') return m.subscriptions_until({ date: until });
  return stopReason === 'unpaid'
    ? m.subscriptions_ended_unpaid({ date: until })
    : m.subscriptions_ended({ date: until });
};

const Row = ({ subscription }: { subscription: Subscription }) => {
  const [stoppedNow, setStoppedNow] = useState(false);
  const { profile, status, price, currentPrice, paidBy, renews, trial, promotion } = subscription;
  const risen = currentPrice !== null && currentPrice > price && status !== 'ended';
  // The months of a promotion keep their price: the question comes after them.
  const rose = risen && !promotion;
  return (
    <li className={styles.row}>
      <Link to={`/${profile.domainName}`} className={styles.who}>
        <Avatar
          name={profile.exibitionName}
          src={profile.profileMediaThumbs?.mdThumb ?? profile.profileImage}
          size="medium"
        />
        <span>
          <b>{profile.exibitionName}</b> <span className={styles.soft}>@{profile.domainName}</span>
        </span>
      </Link>
      <div className={styles.what}>
        <p>
          <Badge variant={status === 'active' ? 'leaf' : 'plain'}>
            {status === 'active'
              ? trial
                ? m.subscriptions_trial_badge()
                : m.subscriptions_active()
              : status === 'late'
                ? paidBy === 'pixAutomatico'
                  ? m.subscriptions_waiting_pix()
                  : m.subscriptions_waiting()
                : m.subscriptions_over()}
          </Badge>
        </p>
        <p className={styles.soft}>{stateText(subscription)}</p>
        {rose && (
          <p className={styles.rose}>
            {m.subscriptions_price_rose({
              before: formatMoney(price),
              now: formatMoney(currentPrice),
            })}
          </p>
        )}
        {promotion && <PromotionLeft subscription={subscription} promotion={promotion} />}
        {rose && renews && paidBy === 'pixAutomatico' && (
          <p className={styles.soft}>{m.subscriptions_rose_pix({ before: formatMoney(price) })}</p>
        )}
        {status !== 'ended' && currentPrice === null && (
          <p className={styles.soft}>{m.subscriptions_plan_closed()}</p>
        )}
      </div>
      <Actions subscription={subscription} rose={rose} onStopped={() => setStoppedNow(true)} />
      {stoppedNow && !renews && <LeaveReasonField subscription={subscription} />}
    </li>
  );
};

const PromotionLeft = ({
  subscription: { renews, price, currentPrice },
  promotion,
}: {
  subscription: Subscription;
  promotion: NonNullable<Subscription['promotion']>;
}) => {
  if (currentPrice === null) return null;
  return (
    <>
      {!renews && (
        <p className={styles.soft}>
          {m.subscriptions_promotion_left({
            price: formatMoney(promotion.price),
            months: promotion.monthsLeft,
            after: formatMoney(currentPrice),
          })}
        </p>
      )}
      {currentPrice > price && (
        <p className={styles.soft}>
          {m.subscriptions_promotion_rose({
            before: formatMoney(price),
            now: formatMoney(currentPrice),
          })}
        </p>
      )}
    </>
  );
};

const Actions = ({
  subscription,
  rose,
  onStopped,
}: {
  subscription: Subscription;
  rose: boolean;
  onStopped: () => void;
}) => {
  const { profile, status, renews, currentPrice, promotion } = subscription;
  const { resume } = useRenewal(subscription);
  // One idempotency key per rendered row: a second click repeats the same request.
  const key = useRef(newIdempotencyKey());
  const on = () =>
    resume.mutate(key.current, {
      onSuccess: () => showToast(m.subscriptions_on_again(), 'success'),
      onSettled: () => void (key.current = newIdempotencyKey()),
    });
  return (
    <div className={styles.actions}>
      {status === 'active' && rose && currentPrice !== null && (
        <Button variant="main" small loading={resume.isPending} onClick={on}>
          {m.subscriptions_agree({ price: formatMoney(currentPrice) })}
        </Button>
      )}
      {status === 'active' && !renews && !rose && currentPrice !== null && (
        <Button variant="line" small loading={resume.isPending} onClick={on}>
          {m.subscriptions_turn_on({ price: formatMoney(promotion?.price ?? currentPrice) })}
        </Button>
      )}
      {status !== 'active' && currentPrice !== null && (
        <Button
          variant="main"
          small
          onClick={() => openDialog('subscribe', { username: profile.domainName })}
        >
          {m.subscriptions_again()}
        </Button>
      )}
      {renews && <StopRenewal subscription={subscription} onStopped={onStopped} />}
    </div>
  );
};
