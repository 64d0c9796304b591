// /posts/calendar: scheduled posts and mass messages by month or week, with drafts beside them.
import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, Plus } from 'lucide-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { getLocale } from '../../../paraglide/runtime.js';
import { useTimeZone } from '../../../client/session/session.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { IconButton } from '../../../ui/actions/IconButton.tsx';
import {
  formatMonth,
  formatShortDay,
  formatWeekday,
  formatZone,
} from '../../../ui/display/days.ts';
import { ErrorState } from '../../../ui/display/ErrorState.tsx';
import { Tabs } from '../../../ui/display/Tabs.tsx';
import { useNow } from '../../../ui/display/use-now.ts';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { fieldOf } from '../../../ui/fields/local-time.ts';
import styles from './calendar.module.css';
import { addDays, addMonths, readDay, weekOf, weeksOf } from './days.ts';
import { DayGrid } from './DayGrid.tsx';
import { DraftLine, EntryLine, MessageLine } from './EntryLine.tsx';
import { ScheduleDialog, type ScheduledChange } from './ScheduleDialog.tsx';
import {
  draftsQuery,
  entriesOf,
  type Entry,
  datesAfterMove,
  massMessagesQuery,
  type PostEntry,
  queuedQuery,
  useMovePost,
} from './queries.ts';

export const meta = () => [
  { title: `${m.calendar_title()} · Camarim` },
  { name: 'robots', content: 'noindex' },
];

type View = 'month' | 'week';

/** The first weekday by locale: 0 is Sunday. */
const FIRST_WEEKDAY = { pt: 0, en: 0, es: 1 } as const;
/** The suggested time when a post is scheduled for a day. */
const EVENING = '20:00';

const byDay = (entries: readonly Entry[]): Map<string, Entry[]> =>
  Map.groupBy(entries, ({ day }) => day);

export default function CalendarPage() {
  const [params, setParams] = useSearchParams();
  const timeZone = useTimeZone();
  const now = useNow(60_000);
  const today = fieldOf(now, timeZone).slice(0, 10);
  const view: View = params.get('view') === 'week' ? 'week' : 'month';
  const day = readDay(params.get('day')) ?? today;
  const first = FIRST_WEEKDAY[getLocale()];
  const weeks = view === 'week' ? [weekOf(day, first)] : weeksOf(day, first);
  const [start = day, end = day] = [weeks[0]?.[0], weeks.at(-1)?.at(-1)];
  const queued = useQuery(queuedQuery(start, end, timeZone));
  const messages = useQuery(massMessagesQuery(start, end, timeZone));
  const entries = byDay(entriesOf(queued.data?.data ?? [], messages.data ?? [], timeZone, now));
  const [rescheduling, setRescheduling] = useState<ScheduledChange | null>(null);
  const move = useMovePost();

  const addressOf = (next: { view?: View; day?: string }) =>
    `?${new URLSearchParams({ view: next.view ?? view, day: next.day ?? day })}`;
  const show = (next: string) =>
    setParams(new URLSearchParams(addressOf({ day: next })), {
      replace: true,
      preventScrollReset: true,
    });
  const step = (count: number) =>
    show(view === 'week' ? addDays(day, 7 * count) : addMonths(day, count));
  const drop = (entry: PostEntry, to: string) =>
    move.mutate(
      { id: entry.post.id, change: datesAfterMove(entry, to, timeZone) },
      { onSuccess: () => showToast(m.calendar_moved_to({ day: formatWeekday(to) }), 'success') },
    );
  const title =
    view === 'week'
      ? m.calendar_span({ from: formatShortDay(start), to: formatShortDay(end) })
      : formatMonth(day);

  return (
    <section className={styles.page}>
      <header className={styles.head}>
        <h1 className={styles.title}>{m.calendar_title()}</h1>
        <p className={styles.zone} suppressHydrationWarning>
          {formatZone(timeZone, now)}
        </p>
      </header>
      <Toolbar
        view={view}
        title={title}
        addressOf={addressOf}
        onStep={step}
        onToday={() => show(today)}
      />
      {queued.isError && (
        <ErrorState onRetry={() => void queued.refetch()} loading={queued.isFetching} />
      )}
      <div className={styles.columns}>
        <DayGrid
          label={title}
          weeks={weeks}
          day={day}
          today={today}
          entries={entries}
          onDay={show}
          onMove={drop}
        />
        <aside className={styles.side}>
          <DaySchedule
            day={day}
            entries={entries.get(day) ?? []}
            loading={queued.isPending}
            past={day < today}
            onReschedule={({ post, what, at }) =>
              setRescheduling({ post, what, at: fieldOf(at, timeZone) })
            }
          />
          <Drafts
            onSchedule={(post) =>
              setRescheduling({
                post,
                what: 'start',
                at: `${day < today ? today : day}T${EVENING}`,
              })
            }
          />
        </aside>
      </div>
      {rescheduling && (
        <ScheduleDialog change={rescheduling} onDone={show} onClose={() => setRescheduling(null)} />
      )}
    </section>
  );
}

type ToolbarProps = {
  view: View;
  title: string;
  addressOf: (next: { view?: View }) => string;
  /** A number of months or weeks, by view. */
  onStep: (count: number) => void;
  onToday: () => void;
};

const Toolbar = ({ view, title, addressOf, onStep, onToday }: ToolbarProps) => (
  <div className={styles.tools}>
    <div className={styles.steps}>
      <IconButton
        filled
        label={view === 'week' ? m.calendar_week_before() : m.calendar_month_before()}
        icon={<ChevronLeft />}
        onClick={() => onStep(-1)}
      />
      <IconButton
        filled
        label={view === 'week' ? m.calendar_week_after() : m.calendar_month_after()}
        icon={<ChevronRight />}
        onClick={() => onStep(1)}
      />
      <h2 className={styles.span} aria-live="polite">
        {title}
      </h2>
    </div>
    <Button small variant="line" onClick={onToday}>
      {m.calendar_today()}
    </Button>
    <Tabs
      label={m.calendar_view()}
      current={view}
      tabs={[
        { key: 'month', to: addressOf({ view: 'month' }), text: m.calendar_month() },
        { key: 'week', to: addressOf({ view: 'week' }), text: m.calendar_week() },
      ]}
    />
  </div>
);

type DayProps = {
  day: string;
  entries: readonly Entry[];
  loading: boolean;
  past: boolean;
  onReschedule: (entry: PostEntry) => void;
};

const DaySchedule = ({ day, entries, loading, past, onReschedule }: DayProps) => (
  <section className={styles.part} aria-label={formatWeekday(day)}>
    <div className={styles.partHead}>
      <h2 className={styles.subtitle}>{formatWeekday(day)}</h2>
      {!past && (
        <Link to="/posts" state={{ at: `${day}T${EVENING}` }} viewTransition className={styles.new}>
          <Plus aria-hidden />
          {m.calendar_new()}
        </Link>
      )}
    </div>
    {entries.length === 0 && !loading && <p className={styles.soft}>{m.calendar_empty_day()}</p>}
    <ul className={styles.lines}>
      {entries.map((entry) =>
        entry.what === 'message' ? (
          <MessageLine key={entry.key} entry={entry} />
        ) : (
          <EntryLine
            key={entry.key}
            entry={entry}
            onMove={entry.ahead ? () => onReschedule(entry) : undefined}
          />
        ),
      )}
    </ul>
  </section>
);

const Drafts = ({ onSchedule }: { onSchedule: (post: ScheduledChange['post']) => void }) => {
  const { data, isError, isFetching, refetch } = useQuery(draftsQuery());
  return (
    <section className={styles.part} aria-label={m.calendar_drafts()}>
      <h2 className={styles.subtitle}>{m.calendar_drafts()}</h2>
      {isError && <ErrorState onRetry={() => void refetch()} loading={isFetching} />}
      {data?.data.length === 0 && <p className={styles.soft}>{m.calendar_no_drafts()}</p>}
      <ul className={styles.lines}>
        {data?.data.map((post) => (
          <DraftLine key={post.id} post={post} onSchedule={() => onSchedule(post)} />
        ))}
      </ul>
    </section>
  );
};
