// The items in the order of their deadlines. With the focus in the list, single keys move and
// arrange; the focus stays at its place when the item under it leaves.
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { type Arrangement, type TodoItem, useArrange } from '../queries.ts';
import { AssignDialog, KeysDialog, SnoozeDialog } from './dialogs.tsx';
import { type TodoAct, TodoRow } from './TodoRow.tsx';
import styles from './todo.module.css';

const ACTS: Readonly<Record<string, TodoAct>> = { c: 'claim', a: 'assign', s: 'snooze' };
const STEPS: Readonly<Record<string, number>> = { j: 1, k: -1 };

const keyOf = ({ kind, id }: TodoItem): string => `${kind}/${id}`;

/** Where the focus is in the list; `shown` changes with its items. */
const useListFocus = (count: number, shown: string) => {
  const list = useRef<HTMLOListElement>(null);
  const place = useRef(0);
  const seen = useRef('');
  const focus = (index: number, options?: FocusOptions): void => {
    place.current = Math.max(0, Math.min(index, count - 1));
    list.current?.querySelectorAll<HTMLElement>('[data-item]')[place.current]?.focus(options);
  };
  useEffect(() => {
    if (seen.current === shown) return;
    seen.current = shown;
    // At first, and after the item with the focus has left; a page that was scrolled stays.
    if (document.activeElement === document.body) focus(place.current, { preventScroll: true });
  });
  return {
    list,
    focus,
    setPlace: (index: number) => {
      place.current = index;
    },
  };
};

export const TodoList = ({ items }: { items: readonly TodoItem[] }) => {
  const { mutate, isPending, variables } = useArrange();
  const [open, setOpen] = useState<{ act: 'assign' | 'snooze'; item: TodoItem } | null>(null);
  const [keys, setKeys] = useState(false);
  const { list, focus, setPlace } = useListFocus(items.length, items.map(keyOf).join(' '));
  const arrange = (item: TodoItem, arrangement: Arrangement) => mutate({ item, ...arrangement });
  const act = (item: TodoItem, chosen: TodoAct) => {
    if (chosen === 'claim') arrange(item, { act: item.claim?.mine ? 'release' : 'claim' });
    else if (chosen === 'snooze' && item.snoozedUntil)
      arrange(item, { act: 'snooze', until: null });
    else setOpen({ act: chosen, item });
  };
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    setPlace(index);
    const item = items[index];
    const [step, chosen] = [STEPS[event.key], ACTS[event.key]];
    if (step !== undefined) focus(index + step);
    else if (chosen && item) act(item, chosen);
    else if (event.key === '?') setKeys(true);
    else return;
    event.preventDefault();
  };
  const OpenDialog = open?.act === 'assign' ? AssignDialog : SnoozeDialog;
  return (
    <>
      <ol ref={list} className={styles.list} aria-label={m.todo_list()}>
        {items.map((item, index) => (
          <TodoRow
            key={keyOf(item)}
            item={item}
            loading={isPending && keyOf(variables.item) === keyOf(item)}
            onAct={(chosen) => {
              setPlace(index);
              act(item, chosen);
            }}
            onKeyDown={(event) => onKeyDown(event, index)}
          />
        ))}
      </ol>
      {open && (
        <OpenDialog
          item={open.item}
          onArrange={(arrangement) => arrange(open.item, arrangement)}
          onClose={() => setOpen(null)}
        />
      )}
      {keys && <KeysDialog onClose={() => setKeys(false)} />}
    </>
  );
};
