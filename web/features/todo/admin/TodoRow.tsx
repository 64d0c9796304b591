// One item of the queue: what, about whom, until when, who has it, and what can be arranged.
import { MINUTE_MS } from '@camarim/contract/time';
import type { KeyboardEvent } from 'react';
import { Link } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/actions/Button.tsx';
import { Badge } from '../../../ui/display/Badge.tsx';
import { formatMoment } from '../../../ui/display/formats.ts';
import { TimeAgo } from '../../../ui/display/TimeAgo.tsx';
import { useNow } from '../../../ui/display/use-now.ts';
import { pageOf, WORK_QUEUES } from '../kinds.ts';
import type { TodoItem } from '../queries.ts';
import styles from './todo.module.css';

export type TodoAct = 'claim' | 'assign' | 'snooze';

const Due = ({ at }: { at: string }) => {
  const when = formatMoment(at);
  const late = Date.parse(at) < useNow(MINUTE_MS);
  return (
    <Badge variant={late ? 'air' : 'plain'}>
      {late ? m.todo_late({ when }) : m.todo_due({ when })}
    </Badge>
  );
};

const Holders = ({ item: { assignee, claim, snoozedUntil } }: { item: TodoItem }) => (
  <>
    {claim && (
      <Badge variant={claim.mine ? 'leaf' : 'plain'}>
        {claim.mine
          ? m.todo_claimed_mine({ when: formatMoment(claim.until) })
          : m.todo_claimed_by({
              name: `@${claim.by.domainName}`,
              when: formatMoment(claim.until),
            })}
      </Badge>
    )}
    {assignee && <Badge variant="plain">{m.todo_assigned({ name: assignee.exibitionName })}</Badge>}
    {snoozedUntil && (
      <Badge variant="plain">{m.todo_snoozed_until({ when: formatMoment(snoozedUntil) })}</Badge>
    )}
  </>
);

export const TodoRow = ({
  item,
  loading,
  onAct,
  onKeyDown,
}: {
  item: TodoItem;
  loading: boolean;
  onAct: (act: TodoAct) => void;
  /** Handles the keys of every element in the row that takes the focus. */
  onKeyDown: (event: KeyboardEvent) => void;
}) => {
  const { kind, about, since, dueAt, claim, snoozedUntil } = item;
  const text = WORK_QUEUES[kind].one();
  const heldByOther = claim !== null && !claim.mine;
  return (
    <li className={styles.row}>
      <div className={styles.facts}>
        <Link to={pageOf(item)} className={styles.link} data-item onKeyDown={onKeyDown}>
          {about ? m.todo_item({ kind: text, name: about.exibitionName }) : text}
        </Link>
        <p className={styles.badges}>
          <Due at={dueAt} />
          <Holders item={item} />
          <span className={styles.soft}>
            {m.todo_waits()} <TimeAgo at={since} />
          </span>
        </p>
      </div>
      <div className={styles.buttons}>
        <Button
          small
          variant="line"
          loading={loading}
          disabled={heldByOther}
          onKeyDown={onKeyDown}
          onClick={() => onAct('claim')}
        >
          {claim?.mine ? m.todo_release() : m.todo_claim()}
        </Button>
        <Button
          small
          variant="line"
          disabled={loading}
          onKeyDown={onKeyDown}
          onClick={() => onAct('assign')}
        >
          {m.todo_assign()}
        </Button>
        <Button
          small
          variant="line"
          disabled={loading || heldByOther}
          onKeyDown={onKeyDown}
          onClick={() => onAct('snooze')}
        >
          {snoozedUntil ? m.todo_wake() : m.todo_snooze()}
        </Button>
      </div>
    </li>
  );
};
