// A list that is put in order by dragging an item, from the keyboard, or by buttons. Items keep
// their place in the document until they are dropped; until then only their `order` changes, so
// that neither the focus nor the finger loses its item.
import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, GripVertical } from 'lucide-react';
import type { CSSProperties, HTMLAttributes, ReactNode } from 'react';
import { m } from '../../paraglide/messages.js';
import { IconButton } from '../actions/IconButton.tsx';
import styles from './SortableList.module.css';
import { type SortState, useSorting } from './use-sorting.ts';

/** What an item puts into its `<li>`: the attributes, the handle and the two buttons. */
export type SortControls = {
  item: HTMLAttributes<HTMLLIElement>;
  handle: ReactNode;
  earlier: ReactNode;
  later: ReactNode;
};

type Props<Item> = {
  label: string;
  items: readonly Item[];
  keyOf: (item: Item) => string;
  /**
   * Both are positions in `items`; called once per move, when the item is dropped. Without it the
   * list is a plain one.
   */
  onMove: ((from: number, to: number) => void) | undefined;
  /** Items stand in rows that wrap, or below each other. */
  layout: 'row' | 'column';
  className?: string | undefined;
  /**
   * Renders an `<li>` with `controls`, null where there is nothing to put in order; `number` from
   * 1.
   */
  children: (item: Item, controls: SortControls | null, number: number) => ReactNode;
};

export const SortableList = <Item,>({
  label,
  items,
  keyOf,
  onMove,
  layout,
  className,
  children,
}: Props<Item>) => {
  const sorting = useSorting({ keys: items.map(keyOf), onMove });
  return (
    <>
      <ul
        ref={sorting.list}
        aria-label={label}
        className={className}
        data-sorting={sorting.lifted !== null || undefined}
      >
        {items.map((item, index) =>
          children(
            item,
            onMove && items.length > 1 ? controlsOf(sorting, index, items.length, layout) : null,
            index + 1,
          ),
        )}
      </ul>
      <p className="visually-hidden" aria-live="assertive">
        {sorting.announcement}
      </p>
    </>
  );
};

const controlsOf = (
  sorting: SortState,
  index: number,
  total: number,
  layout: 'row' | 'column',
): SortControls => {
  const number = index + 1;
  const lifted = sorting.lifted?.from === index;
  const style: CSSProperties = { order: sorting.placeOf(index) };
  const buttonOf = (to: number, text: string, icon: ReactNode) => (
    <IconButton
      label={text}
      icon={icon}
      aria-disabled={to < 0 || to >= total}
      onClick={() => to >= 0 && to < total && sorting.move(index, to)}
    />
  );
  return {
    item: {
      ...sorting.pointerOf(index),
      style,
      className: styles.item,
      ...(lifted && { 'data-lifted': '' }),
    },
    handle: (
      <button
        type="button"
        data-handle
        className={styles.handle}
        aria-label={m.sort_handle({ number, total })}
        title={m.sort_handle_hint()}
        aria-pressed={lifted}
        onKeyDown={(event) => sorting.onKey(event, index)}
      >
        <GripVertical aria-hidden />
      </button>
    ),
    earlier: buttonOf(
      index - 1,
      m.sort_earlier({ number }),
      layout === 'row' ? <ArrowLeft /> : <ArrowUp />,
    ),
    later: buttonOf(
      index + 1,
      m.sort_later({ number }),
      layout === 'row' ? <ArrowRight /> : <ArrowDown />,
    ),
  };
};
