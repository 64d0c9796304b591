// An endless list that scrolls with the page: only what is near the screen is in the document.
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import styles from './VirtualList.module.css';

type Props<Item> = {
  /** Names the list across visits of its page: coming back finds the same heights, so the scroll position fits. */
  id: string;
  items: readonly Item[];
  keyOf: (item: Item) => string;
  /** Must render an <article>: the list is a feed. */
  render: (item: Item, index: number) => ReactNode;
  /** Expected height of a row in pixels; the real one is measured. */
  estimatePx: number;
  gapPx?: number;
  /** Called when the end comes near; not called again while `loadingMore`. */
  onEndNear?: () => void;
  hasMore: boolean;
  loadingMore: boolean;
  label: string;
};

/** Heights measured on earlier visits, by list. */
const measured = new Map<string, VirtualItem[]>();
const LISTS_KEPT = 20;
const OVERSCAN = 4;
/** Rows before the end at which more is asked for. */
const END_ROWS = 3;
/** What the server and the first paint show, before the screen's size is known. */
const FIRST_ROWS = 6;

export const VirtualList = <Item,>({ id, items, keyOf, render, estimatePx, gapPx = 22, onEndNear, hasMore, loadingMore, label }: Props<Item>) => {
  const list = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState<number>();

  useLayoutEffect(() => {
    if (list.current) setTop(list.current.getBoundingClientRect().top + window.scrollY);
  }, []);

  const virtualizer = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => estimatePx,
    gap: gapPx,
    overscan: OVERSCAN,
    scrollMargin: top ?? 0,
    getItemKey: (index) => keyOf(items[index] as Item),
    initialMeasurementsCache: measured.get(id) ?? [],
    enabled: top !== undefined,
    // Positions are written by `top`, not by a transform: a menu opened in one row must lie over the next.
    directDomUpdates: true,
    directDomUpdatesMode: 'position',
  });

  useEffect(
    () => () => {
      if (measured.size >= LISTS_KEPT) measured.delete(measured.keys().next().value ?? '');
      measured.set(id, virtualizer.takeSnapshot());
    },
    [id, virtualizer],
  );

  const rows = virtualizer.getVirtualItems();
  const last = rows.at(-1)?.index ?? 0;
  useEffect(() => {
    if (top !== undefined && hasMore && !loadingMore && last >= items.length - 1 - END_ROWS) onEndNear?.();
  }, [top, hasMore, loadingMore, last, items.length, onEndNear]);

  if (top === undefined) {
    return (
      <div ref={list} role="feed" aria-label={label} className={styles.first}>
        {items.slice(0, FIRST_ROWS).map((item, index) => (
          <div key={keyOf(item)}>{render(item, index)}</div>
        ))}
      </div>
    );
  }

  return (
    <div ref={virtualizer.containerRef} role="feed" aria-label={label} aria-busy={loadingMore} className={styles.list}>
      {rows.map((row) => (
        <div key={row.key} ref={virtualizer.measureElement} data-index={row.index} className={styles.row}>
          {render(items[row.index] as Item, row.index)}
        </div>
      ))}
    </div>
  );
};
