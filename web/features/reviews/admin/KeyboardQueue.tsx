// The queue as one item after the other, decided by single keys. What is shown is claimed, so that
// two people never look at the same item.
import type { ReviewReason } from '@camarim/contract/features/reviews/reasons';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/actions/Button.tsx';
import { useRight } from '../../dsb/index.ts';
import { claimWork, releaseWork } from '../../todo/index.ts';
import { type Decision, type ReviewItem as Item, useDecideReview } from './queries.ts';
import { RefuseForm } from './RefuseForm.tsx';
import { evidenceOf, ReviewItem } from './ReviewItem.tsx';
import styles from './reviews.module.css';

/** The item shown, among those that were neither decided, skipped nor taken by another person. */
const useCurrent = (items: readonly Item[], underWay: number, onFew: () => void) => {
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const mayDecide = useRight('content.decide');
  const left = items.filter(({ id }) => !gone.has(id));
  const current = left[0] ?? null;
  const leave = (id: string) => setGone((before) => new Set([...before, id]));
  const comeBack = (id: string) =>
    setGone((before) => new Set([...before].filter((one) => one !== id)));
  // Not while a decision is under way: the list would have its item once more.
  const few = left.length === 0 && items.length > 0 && underWay === 0;
  useEffect(() => {
    if (few) onFew();
  }, [few, onFew]);
  const id = current?.id;
  useEffect(() => {
    if (id === undefined || !mayDecide) return;
    void claimWork('contentReview', id).then((mine) => {
      if (!mine) leave(id);
    });
  }, [id, mayDecide]);
  return { current, leave, comeBack };
};

const TYPING = 'input, textarea, select, dialog *';

/** Single keys of the page, except while a person types or chooses in a field. */
const useKeys = (acts: Readonly<Record<string, (() => void) | false>>) => {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const act = acts[event.key.toLowerCase()];
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || !act) return;
    if (event.target instanceof Element && event.target.matches(TYPING)) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
};

type ShownProps = {
  item: Item;
  onDecide: (decision: Decision) => void;
  onSkip: () => void;
};

/** Mounted again for each item, so that every first look is blurred. */
const ShownItem = ({ item, onDecide, onSkip }: ShownProps) => {
  const mayDecide = useRight('content.decide');
  const [clear, setClear] = useState(false);
  const [zoomed, setZoomed] = useState(false);
  const [refusing, setRefusing] = useState(false);
  const section = useRef<HTMLElement>(null);
  // Screen readers begin to read the item.
  useEffect(() => section.current?.focus({ preventScroll: true }), []);
  const { version } = item;
  const approve = () => onDecide({ outcome: 'approved', version });
  const refuse = (reason: ReviewReason, note: string) =>
    onDecide({ outcome: 'refused', version, reason, note });
  const zoom = () => {
    setZoomed(!zoomed);
    setClear(true);
  };
  useKeys({
    a: mayDecide && !refusing && approve,
    r: mayDecide && (() => setRefusing(true)),
    n: onSkip,
    b: () => setClear(!clear),
    z: zoom,
  });
  return (
    <section ref={section} tabIndex={-1} aria-label={m.reviews_item()} data-item={item.id}>
      <ReviewItem item={item} clear={clear} zoomed={zoomed} />
      {refusing ? (
        <RefuseForm
          onRefuse={refuse}
          onCancel={() => {
            setRefusing(false);
            section.current?.focus();
          }}
        />
      ) : (
        <div className={styles.bar}>
          {mayDecide && (
            <>
              <Button variant="main" onClick={approve}>
                {m.reviews_approve()}
              </Button>
              <Button variant="line" onClick={() => setRefusing(true)}>
                {m.reviews_refuse()}
              </Button>
            </>
          )}
          <Button variant="line" onClick={onSkip}>
            {m.reviews_next()}
          </Button>
          {evidenceOf(item).length > 0 && (
            <>
              <Button onClick={() => setClear(!clear)}>
                {clear ? m.reviews_hide() : m.reviews_show()}
              </Button>
              <Button onClick={zoom}>{zoomed ? m.reviews_unzoom() : m.reviews_zoom()}</Button>
            </>
          )}
        </div>
      )}
    </section>
  );
};

export const KeyboardQueue = ({ items, onFew }: { items: readonly Item[]; onFew: () => void }) => {
  const [underWay, setUnderWay] = useState(0);
  const { current, leave, comeBack } = useCurrent(items, underWay, onFew);
  const { mutateAsync } = useDecideReview();
  const mayDecide = useRight('content.decide');
  if (!current) return null;
  const { id } = current;
  return (
    <ShownItem
      key={id}
      item={current}
      // The next item is shown at once; one whose decision was not taken comes back.
      onDecide={(decision) => {
        leave(id);
        setUnderWay((count) => count + 1);
        void mutateAsync({ id, decision })
          .catch(() => {
            comeBack(id);
            // It was changed or decided after it was read, so that it is read again.
            onFew();
          })
          .finally(() => setUnderWay((count) => count - 1));
      }}
      onSkip={() => {
        leave(id);
        if (mayDecide) void releaseWork('contentReview', id);
      }}
    />
  );
};
