// /dsb/todo: the open work of all queues that the person's role decides, by its deadlines.
import type { OpenWorkKind } from '@camarim/contract/features/dsb';
import { useInfiniteQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { requestScope } from '../../../client/request-scope.server.ts';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/actions/Button.tsx';
import { LoadMore } from '../../../ui/actions/LoadMore.tsx';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { ErrorState } from '../../../ui/display/ErrorState.tsx';
import { Spinner } from '../../../ui/display/Spinner.tsx';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import {
  adminMeta,
  AdminPage,
  adminStyles,
  requireStaff,
  staffClientLoader,
} from '../../dsb/index.ts';
import { WORK_QUEUES } from '../kinds.ts';
import { type Todo, type TodoFilter, todoQuery } from '../queries.ts';
import { KeysDialog } from './dialogs.tsx';
import { TodoList } from './TodoList.tsx';
import styles from './todo.module.css';

export const loader = async () => requireStaff(await requestScope().user(), 'todo.decide');
export const clientLoader = staffClientLoader('todo.decide');
export const meta = () => adminMeta(m.todo_title());

const WHOSE: Record<TodoFilter['whose'], () => string> = {
  all: m.todo_whose_all,
  mine: m.todo_whose_mine,
  unassigned: m.todo_whose_unassigned,
};
const isKind = (value: string): value is OpenWorkKind => Object.hasOwn(WORK_QUEUES, value);
const isWhose = (value: string): value is TodoFilter['whose'] => Object.hasOwn(WHOSE, value);

const Filters = ({
  filter,
  counts,
  onChange,
}: {
  filter: TodoFilter;
  counts: Todo['counts'];
  onChange: (filter: TodoFilter) => void;
}) => (
  <div className={adminStyles.filters}>
    <Select
      label={m.todo_kind()}
      value={filter.kind ?? ''}
      onChange={({ currentTarget: { value } }) =>
        onChange({
          ...filter,
          kind: isKind(value) ? value : null,
        })
      }
      options={[
        {
          value: '',
          text: m.todo_kind_all({ count: counts.reduce((sum, { waiting }) => sum + waiting, 0) }),
        },
        ...counts.map(({ kind, waiting }) => ({
          value: kind,
          text: m.todo_kind_count({ kind: WORK_QUEUES[kind].text(), count: waiting }),
        })),
      ]}
    />
    <Select
      label={m.todo_whose()}
      value={filter.whose}
      onChange={({ currentTarget: { value } }) =>
        isWhose(value) && onChange({ ...filter, whose: value })
      }
      options={Object.entries(WHOSE).map(([value, text]) => ({ value, text: text() }))}
    />
    <Checkbox
      label={m.todo_snoozed()}
      checked={filter.snoozed}
      onChange={({ currentTarget: { checked } }) => onChange({ ...filter, snoozed: checked })}
    />
  </div>
);

export default function TodoPage() {
  const [filter, setFilter] = useState<TodoFilter>({ kind: null, whose: 'all', snoozed: false });
  const [keys, setKeys] = useState(false);
  const query = useInfiniteQuery(todoQuery(filter));
  const { data, isError, isFetching, refetch } = query;
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  const counts = data?.pages[0]?.counts ?? [];
  const late = counts.reduce((sum, one) => sum + one.late, 0);
  return (
    <AdminPage title={m.todo_title()} note={m.todo_note()}>
      <Filters filter={filter} counts={counts} onChange={setFilter} />
      <p className={styles.summary}>
        {late > 0 && <strong>{m.todo_late_count({ count: late })}</strong>}
        <Button
          small
          variant="line"
          className={adminStyles.aboutKeys}
          onClick={() => setKeys(true)}
        >
          {m.todo_keys()}
        </Button>
      </p>
      {isError && <ErrorState onRetry={() => void refetch()} loading={isFetching} />}
      {!data && !isError && <Spinner />}
      {data && items.length === 0 && (
        <EmptyState icon={<CircleCheck aria-hidden />} title={m.todo_empty()}>
          {m.todo_empty_text()}
        </EmptyState>
      )}
      {items.length > 0 && <TodoList items={items} />}
      {query.hasNextPage && (
        <LoadMore query={query} text={m.dsb_more()} className={adminStyles.more} />
      )}
      {keys && <KeysDialog onClose={() => setKeys(false)} />}
    </AdminPage>
  );
}
