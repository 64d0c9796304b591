// /help: frequent questions, a form for a ticket, and the answers to earlier tickets.
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { m } from '../../paraglide/messages.js';
import { openDialog } from '../../client/dialogs.ts';
import { loadPage } from '../../client/page-data.ts';
import { Button } from '../../ui/actions/Button.tsx';
import { formatMoment } from '../../ui/display/formats.ts';
import styles from './help.module.css';
import { faqsQuery, ticketsQuery } from './queries.ts';

const load = () => loadPage({ optional: [faqsQuery(), ticketsQuery()] });

export const loader = async () => ({ queries: (await load()).queries });
export const clientLoader = async () => {
  await load();
  return null;
};

export const meta = () => [
  { title: `${m.help_title()} · Camarim` },
  { name: 'robots', content: 'noindex' },
];

const TOPICS = { fans: m.help_topic_fans, producers: m.help_topic_producers };

export default function HelpPage() {
  const { data: faqs } = useQuery(faqsQuery());
  const { data: tickets } = useQuery(ticketsQuery());
  const decision = useSearchParams()[0].get('appeal');
  return (
    <section className={styles.page}>
      <h1 className={styles.title}>{m.help_title()}</h1>
      {decision !== null && (
        <div className={styles.ask}>
          <p>{m.help_appeal_text()}</p>
          <Button variant="main" onClick={() => openDialog('help', { decision })}>
            {m.help_appeal()}
          </Button>
        </div>
      )}
      {(['fans', 'producers'] as const).map((topic) => (
        <section key={topic}>
          <h2 className={styles.subtitle}>{TOPICS[topic]()}</h2>
          {faqs
            ?.filter(({ product }) => product === topic)
            .map(({ question, answer }) => (
              <details key={question} className={styles.question}>
                <summary>{question}</summary>
                <p>{answer}</p>
              </details>
            ))}
        </section>
      ))}
      {faqs?.[0] && (
        <p className={styles.soft}>{m.legal_version({ version: faqs[0].version.slice(0, 12) })}</p>
      )}
      <div className={styles.ask}>
        <p>{m.help_not_found()}</p>
        <Button variant="main" onClick={() => openDialog('help', {})}>
          {m.help_open()}
        </Button>
      </div>
      {tickets && tickets.length > 0 && (
        <section>
          <h2 className={styles.subtitle}>{m.help_mine()}</h2>
          {tickets.map(({ id, message, createdAt, answer, appeal }) => (
            <article key={id} className={styles.ticket}>
              <p className={styles.soft}>{formatMoment(createdAt)}</p>
              {appeal && (
                <p className={styles.soft}>{m.help_appeal_of({ reason: appeal.reason })}</p>
              )}
              <p>{message}</p>
              <p className={answer === null ? styles.soft : styles.answer}>
                {answer ?? m.help_waiting()}
              </p>
            </article>
          ))}
        </section>
      )}
    </section>
  );
}
