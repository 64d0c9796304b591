// /options/plan: a producer's plan and goals.
import { useQuery } from '@tanstack/react-query';
import { m } from '../../paraglide/messages.js';
import { loadPage } from '../../client/page-data.ts';
import { ownProfileQuery } from '../../client/session/own-profile.ts';
import { useSession } from '../../client/session/session.ts';
import { ErrorState } from '../../ui/display/ErrorState.tsx';
import { formatDay } from '../../ui/display/formats.ts';
import { GoalSettings } from '../goals/index.ts';
import { Bundles } from './Bundles.tsx';
import { DeletePlan } from './DeletePlan.tsx';
import { PriceForm } from './PriceForm.tsx';
import { Promotions } from './Promotions.tsx';
import { planSettingsQuery } from './queries.ts';
import styles from './tiers.module.css';

const load = () => loadPage({ optional: [planSettingsQuery(), ownProfileQuery()] });

export const loader = async () => ({ queries: (await load()).queries });
export const clientLoader = async () => {
  await load();
  return null;
};

export const meta = () => [
  { title: `${m.menu_plan()} · Camarim` },
  { name: 'robots', content: 'noindex' },
];

export default function PlanPage() {
  const { user } = useSession();
  const { data: settings, isError, refetch, isFetching } = useQuery(planSettingsQuery());
  return (
    <section className={styles.page}>
      <h1 className={styles.title}>{m.menu_plan()}</h1>
      {isError && <ErrorState onRetry={() => void refetch()} loading={isFetching} />}
      {settings && (
        <>
          <p className={styles.soft}>
            {settings.tier
              ? m.plan_subscribers({
                  active: settings.subscribers.active,
                  renewing: settings.subscribers.renewing,
                })
              : m.plan_none_text()}
          </p>
          {settings.blockedUntil ? (
            <p className={styles.note}>
              {m.plan_blocked({ date: formatDay(settings.blockedUntil) })}
            </p>
          ) : (
            <PriceForm key={settings.tier?.basePrice.id} settings={settings} />
          )}
          {settings.tier && (
            <>
              <Bundles tier={settings.tier} />
              <Promotions tier={settings.tier} />
              <DeletePlan tier={settings.tier} subscribers={settings.subscribers.active} />
            </>
          )}
        </>
      )}
      {user && <GoalSettings profileId={user.profile.id} />}
    </section>
  );
}
