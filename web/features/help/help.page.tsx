// /help: frequent questions with a search, the ways to ask, and the answers to earlier tickets.
import { useQuery } from '@tanstack/react-query';
import { ChevronDown, SearchX } from 'lucide-react';
import { useEffect, useState } from 'react';
import { type MetaFunction, useLocation, useSearchParams } from 'react-router';
import { m } from '../../paraglide/messages.js';
import { describePage } from '../../client/meta.ts';
import { loadPage } from '../../client/page-data.ts';
import { useSession } from '../../client/session/session.ts';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { ErrorState } from '../../ui/display/ErrorState.tsx';
import { formatMoment } from '../../ui/display/formats.ts';
import { SearchField } from '../../ui/fields/SearchField.tsx';
import { AppealRequest, WaysToAsk } from './WaysToAsk.tsx';
import { MyDecisions } from './MyDecisions.tsx';
import { findQuestions } from './find-questions.ts';
import styles from './help.module.css';
import { faqsQuery, ticketsQuery } from './queries.ts';

const load = () => loadPage({ optional: [faqsQuery()] });

export const loader = async () => ({ queries: (await load()).queries });
export const clientLoader = async () => {
  await load();
  return null;
};

export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  describePage(
    { title: `${m.help_title()} · Camarim`, description: m.help_description(), path: '/help' },
    matches,
  );

const TOPICS = { fans: m.help_topic_fans, producers: m.help_topic_producers };

export default function HelpPage() {
  const [params] = useSearchParams();
  const signedIn = useSession().user !== null;
  const decision = params.get('appeal');
  return (
    <section className={styles.page}>
      <h1 className={styles.title}>{m.help_title()}</h1>
      {decision !== null && <AppealRequest decision={decision} />}
      {signedIn && <MyDecisions />}
      <Questions first={params.get('q')?.trim() ?? ''} />
      <WaysToAsk />
      {signedIn && <Tickets />}
      <Version />
    </section>
  );
}

/** The version of the answers, to which decisions refer. */
const Version = () => {
  const { data: [first] = [] } = useQuery(faqsQuery());
  return (
    first && (
      <details className={styles.version}>
        <summary>{m.legal_version_about()}</summary>
        <p>{m.legal_version({ version: first.version.slice(0, 12) })}</p>
      </details>
    )
  );
};

/** `first`: what a form without scripts searched for. */
const Questions = ({ first }: { first: string }) => {
  const { data: faqs = [], isError, isFetching, refetch } = useQuery(faqsQuery());
  const [sought, setSought] = useState(first);
  if (isError && faqs.length === 0)
    return <ErrorState onRetry={() => void refetch()} loading={isFetching} />;
  const found = findQuestions(faqs, sought);
  return (
    <>
      <SearchField
        label={m.help_search()}
        value={first}
        onSearch={setSought}
        address={{ action: '/help', name: 'q' }}
      />
      <p role="status" className="visually-hidden">
        {sought !== '' && m.help_found({ count: found.length })}
      </p>
      {faqs.length > 0 && found.length === 0 && (
        <EmptyState icon={<SearchX aria-hidden />} title={m.help_found_none({ text: sought })}>
          {m.help_found_none_text()}
        </EmptyState>
      )}
      {(['fans', 'producers'] as const)
        .map((topic) => ({ topic, asked: found.filter(({ product }) => product === topic) }))
        .filter(({ asked }) => asked.length > 0)
        .map(({ topic, asked }) => (
          <section key={topic}>
            <h2 className={styles.subtitle}>{TOPICS[topic]()}</h2>
            {asked.map(({ question, answer }) => (
              // A question that was looked for has its answer open.
              <details key={question} className={styles.question} open={sought !== '' || undefined}>
                <summary>
                  {question}
                  <ChevronDown aria-hidden />
                </summary>
                <p>{answer}</p>
              </details>
            ))}
          </section>
        ))}
    </>
  );
};

const OUTCOMES = { upheld: m.help_appeal_upheld, overturned: m.help_appeal_overturned };

/** What the member asked before, and the answers. */
const Tickets = () => {
  const { data: tickets = [] } = useQuery(ticketsQuery());
  const { hash } = useLocation();
  const sought = tickets.length > 0 && hash === '#asked';
  // They arrive after the page, which by then has looked for the place in its address.
  useEffect(() => {
    if (sought) document.getElementById('asked')?.scrollIntoView();
  }, [sought]);
  if (tickets.length === 0) return null;
  return (
    <section id="asked">
      <h2 className={styles.subtitle}>{m.help_mine()}</h2>
      {tickets.map(({ id, message, createdAt, answer, appeal }) => (
        <article key={id} className={styles.ticket}>
          <p className={styles.soft}>{formatMoment(createdAt)}</p>
          {appeal && <p className={styles.soft}>{m.help_appeal_of({ reason: appeal.reason })}</p>}
          <p>{message}</p>
          {appeal?.outcome && <p>{OUTCOMES[appeal.outcome]()}</p>}
          <p className={answer === null ? styles.soft : styles.answer}>
            {answer ??
              (appeal
                ? m.help_appeal_waiting({ when: formatMoment(appeal.dueAt) })
                : m.help_waiting())}
          </p>
        </article>
      ))}
    </section>
  );
};
