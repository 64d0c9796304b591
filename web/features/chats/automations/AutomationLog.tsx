// What automations and the welcome message sent to whom, and what they did not and why.
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useTimeZone } from '../../../client/session/session.ts';
import { m } from '../../../paraglide/messages.js';
import { LoadMore } from '../../../ui/actions/LoadMore.tsx';
import { Avatar } from '../../../ui/display/Avatar.tsx';
import { ErrorState } from '../../../ui/display/ErrorState.tsx';
import { formatMoment } from '../../../ui/display/formats.ts';
import { Spinner } from '../../../ui/display/Spinner.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { chatPath } from '../paths.ts';
import { type Automation, type LogEntry, logQuery } from './queries.ts';
import { SKIP_TEXTS, TRIGGERS, triggerText } from './texts.ts';
import styles from './automations.module.css';

const NAME_SHOWN = 40;

/** Two automations may answer the same: the text tells them apart. */
const nameOf = (automation: Automation): string =>
  [triggerText(automation), automation.message.slice(0, NAME_SHOWN)].filter(Boolean).join(' · ');

export const AutomationLog = ({
  automations,
  chosen,
  onChoose,
}: {
  automations: readonly Automation[];
  /** Null: all of them, and the welcome message. */
  chosen: Automation['id'] | null;
  onChoose: (id: Automation['id'] | null) => void;
}) => {
  const log = useInfiniteQuery(logQuery(chosen));
  const entries = log.data?.pages.flatMap(({ data }) => data);
  return (
    <section className={styles.log} id="log" aria-labelledby="log-title">
      <h2 id="log-title" className={styles.subtitle}>
        {m.automation_log()}
      </h2>
      <Select
        label={m.automation_log_of()}
        value={chosen ?? ''}
        onChange={({ currentTarget }) =>
          onChoose(automations.find(({ id }) => id === currentTarget.value)?.id ?? null)
        }
        options={[
          { value: '', text: m.automation_log_all() },
          ...automations.map((automation) => ({ value: automation.id, text: nameOf(automation) })),
        ]}
      />
      {log.isPending && <Spinner />}
      {log.isError && <ErrorState onRetry={() => void log.refetch()} loading={log.isFetching} />}
      {entries?.length === 0 && <p className={styles.soft}>{m.automation_log_empty()}</p>}
      <ul className={styles.entries}>
        {entries?.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ul>
      <LoadMore query={log} text={m.broadcasts_more()} small />
    </section>
  );
};

/** Null: it waits, or was sent. */
const whyNot = ({ state, reason }: LogEntry): string | null =>
  state === 'skipped' && reason !== null ? SKIP_TEXTS[reason]() : null;

const Entry = ({ entry }: { entry: LogEntry }) => {
  const timeZone = useTimeZone();
  const { trigger, automationId, profile, state, dueAt, decidedAt } = entry;
  const at = formatMoment(decidedAt ?? dueAt, timeZone);
  const outcome = {
    waiting: m.automation_log_waits({ at }),
    sent: m.automation_log_sent({ at }),
    skipped: m.automation_log_skipped({ at }),
  }[state];
  const problem = whyNot(entry);
  return (
    <li className={styles.entry}>
      <Avatar name={profile?.exibitionName ?? ''} src={profile?.profileImage ?? null} />
      <div className={styles.entryText}>
        {profile ? (
          <Link to={chatPath(profile.domainName)} className={styles.person}>
            {profile.exibitionName}
          </Link>
        ) : (
          <span>{m.automation_log_hidden()}</span>
        )}
        <span className={styles.soft}>
          {automationId === null ? m.welcome_title() : TRIGGERS[trigger]()}
        </span>
        <span className={styles.soft} suppressHydrationWarning>
          {outcome}
          {problem && ` ${problem}`}
        </span>
      </div>
    </li>
  );
};
