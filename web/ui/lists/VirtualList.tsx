// An endless list that scrolls with the page: only what is near the screen is in the document.
import { type Key, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import styles from './VirtualList.module.css';

type Props<Item> = {
  /**
   * Names the list across visits of its page: coming back finds the same heights, so the scroll
   * position fits.
   */
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

/** Where a list stood and how tall its rows were on an earlier visit. */
const visits = new Map<string, { top: number; rows: VirtualItem[] }>();
const LISTS_KEPT = 20;
const OVERSCAN = 4;
/** Rows before the end at which more is asked for. */
const END_ROWS = 3;
/** What the server and the first paint show, before the screen's size is known. */
const FIRST_ROWS = 6;

export const VirtualList = <Item,>({
  id,
  items,
  keyOf,
  render,
  estimatePx,
  gapPx = 22,
  onEndNear,
  hasMore,
  loadingMore,
  label,
}: Props<Item>) => {
  const frame = useRef<HTMLDivElement>(null);
  // Known from the first paint on coming back, so that the page is as tall as it was when its
  // scroll position is restored.
  const [top, setTop] = useState(() => visits.get(id)?.top);

  useLayoutEffect(() => {
    const node = frame.current;
    if (!node) return;
    // A list that is not shown (behind the gate) has no size: everything would seem to fit on the
    // screen.
    const measure = () => {
      if (node.clientWidth > 0) setTop(node.getBoundingClientRect().top + window.scrollY);
    };
    measure();
    // In the next frame: what it changes must not change sizes within the same observation.
    let frameId = 0;
    const observer = new ResizeObserver(() => {
      cancelAnimationFrame(frameId);
      frameId = requestAnimationFrame(measure);
    });
    observer.observe(node);
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frameId);
    };
  }, []);

  const topNow = useRef(top);
  topNow.current = top;

  const virtualizer = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => estimatePx,
    gap: gapPx,
    overscan: OVERSCAN,
    scrollMargin: top ?? 0,
    getItemKey: (index) => keyOf(items[index] as Item),
    initialMeasurementsCache: visits.get(id)?.rows ?? [],
    enabled: top !== undefined,
    // Positions are written by `top`, not by a transform: a menu opened in one row must lie over
    // the next.
    directDomUpdates: true,
    directDomUpdatesMode: 'position',
  });

  useEffect(
    () => () => {
      if (topNow.current === undefined) return;
      if (visits.size >= LISTS_KEPT) visits.delete(visits.keys().next().value ?? '');
      visits.set(id, { top: topNow.current, rows: virtualizer.takeSnapshot() });
    },
    [id, virtualizer],
  );

  // Until sizes are known the first rows stand in their natural flow. The same elements go on as
  // rows of the list: made again they would vanish for a moment and load their pictures twice.
  const near = virtualizer.getVirtualItems();
  const placed = near.length > 0;
  const rows: readonly { key: Key; index: number }[] = placed
    ? near
    : items.slice(0, FIRST_ROWS).map((item, index) => ({ key: keyOf(item), index }));
  const last = near.at(-1)?.index ?? 0;
  useEffect(() => {
    if (top !== undefined && hasMore && !loadingMore && last >= items.length - 1 - END_ROWS)
      onEndNear?.();
  }, [top, hasMore, loadingMore, last, items.length, onEndNear]);

  return (
    <div ref={frame}>
      <div
        ref={virtualizer.containerRef}
        role="feed"
        aria-label={label}
        aria-busy={loadingMore}
        className={placed ? styles.list : styles.first}
      >
        {rows.map(({ key, index }) => (
          <div
            key={key}
            ref={placed ? virtualizer.measureElement : undefined}
            data-index={index}
            className={placed ? styles.row : undefined}
          >
            {render(items[index] as Item, index)}
          </div>
        ))}
      </div>
    </div>
  );
};
