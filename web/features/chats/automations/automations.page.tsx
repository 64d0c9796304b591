// /chats/automations: a producer's automations and welcome message, and the log of what they sent.
import { useQuery } from '@tanstack/react-query';
import { Workflow } from 'lucide-react';
import { useState } from 'react';
import { loadPage } from '../../../client/page-data.ts';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/actions/Button.tsx';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { ErrorState } from '../../../ui/display/ErrorState.tsx';
import { Spinner } from '../../../ui/display/Spinner.tsx';
import { welcomeQuery, WelcomeSection } from '../../welcome/index.ts';
import { AutomationForm } from './AutomationForm.tsx';
import { AutomationLog } from './AutomationLog.tsx';
import { AutomationRow } from './AutomationRow.tsx';
import { type Automation, automationsQuery, logQuery } from './queries.ts';
import { useFocusAfterSwap } from '../../../ui/fields/use-focus-after-swap.ts';
import styles from './automations.module.css';

const load = () => loadPage({ optional: [automationsQuery(), welcomeQuery(), logQuery(null)] });

export const loader = async () => ({ queries: (await load()).queries });
export const clientLoader = async () => {
  await load();
  return null;
};

export const meta = () => [
  { title: `${m.automations_title()} · Camarim` },
  { name: 'robots', content: 'noindex' },
];

export default function AutomationsPage() {
  const {
    data: automations,
    isPending,
    isError,
    isFetching,
    refetch,
  } = useQuery(automationsQuery());
  const [writing, setWriting] = useState(false);
  const place = useFocusAfterSwap(writing);
  const [logged, setLogged] = useState<Automation['id'] | null>(null);
  const showLog = (id: Automation['id']) => {
    setLogged(id);
    document.querySelector('#log')?.scrollIntoView();
  };
  return (
    <section className={styles.page}>
      <h1 className={styles.title}>{m.automations_title()}</h1>
      <p className={styles.soft}>{m.automations_text()}</p>
      <div ref={place}>
        {writing ? (
          <AutomationForm automation={null} onClose={() => setWriting(false)} />
        ) : (
          <Button variant="main" onClick={() => setWriting(true)}>
            {m.automation_new()}
          </Button>
        )}
      </div>
      {isPending && <Spinner />}
      {isError && <ErrorState onRetry={() => void refetch()} loading={isFetching} />}
      {automations?.length === 0 && !writing && (
        <EmptyState icon={<Workflow aria-hidden />} title={m.automations_empty()}>
          {m.automations_empty_text()}
        </EmptyState>
      )}
      <ul className={styles.list}>
        {automations?.map((automation) => (
          <li key={automation.id}>
            <AutomationRow automation={automation} onLog={() => showLog(automation.id)} />
          </li>
        ))}
      </ul>
      <WelcomeSection />
      <AutomationLog automations={automations ?? []} chosen={logged} onChoose={setLogged} />
    </section>
  );
}
