// /options/plan: a producer's plan and goals.
import { useQuery } from '@tanstack/react-query';
import { m } from '../../paraglide/messages.js';
import { loadPage } from '../../shell/page-data.ts';
import { useSession } from '../../shell/session/session.ts';
import { ErrorState } from '../../ui/display/ErrorState.tsx';
import { formatDay } from '../../ui/display/formats.ts';
import { GoalSettings } from '../goals/GoalSettings.tsx';
import { Bundles } from './Bundles.tsx';
import { DeletePlan } from './DeletePlan.tsx';
import { PriceForm } from './PriceForm.tsx';
import { Promotions } from './Promotions.tsx';
import { planSettingsQuery } from './queries.ts';
import styles from './tiers.module.css';

const load = () => loadPage({ optional: [planSettingsQuery()] });

export const loader = async () => ({ queries: (await load()).queries });
export const clientLoader = async () => {
  await load();
  return null;
};

export const meta = () => [
  { title: `${m.plan_page_title()} · Camarim` },
  { name: 'robots', content: 'noindex' },
];

export default function PlanPage() {
  const { user } = useSession();
  const { data: desk, isError, refetch, isFetching } = useQuery(planSettingsQuery());
  return (
    <section className={styles.page}>
      <h1 className={styles.title}>{m.plan_page_title()}</h1>
      {isError && <ErrorState onRetry={() => void refetch()} loading={isFetching} />}
      {desk && (
        <>
          <p className={styles.soft}>
            {desk.tier
              ? m.plan_subscribers({
                  active: desk.subscribers.active,
                  renewing: desk.subscribers.renewing,
                })
              : m.plan_none_text()}
          </p>
          {desk.blockedUntil ? (
            <p className={styles.note}>{m.plan_blocked({ date: formatDay(desk.blockedUntil) })}</p>
          ) : (
            <PriceForm key={desk.tier?.basePrice.id} desk={desk} />
          )}
          {desk.tier && (
            <>
              <Bundles tier={desk.tier} />
              <Promotions tier={desk.tier} />
              <DeletePlan tier={desk.tier} subscribers={desk.subscribers.active} />
            </>
          )}
        </>
      )}
      {user && <GoalSettings profileId={user.profile.id} />}
    </section>
  );
}
