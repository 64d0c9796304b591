// The messages of a conversation by day, newest at the bottom: older ones load above without a
// jump, new ones keep the end in view of who was there.
import { MINUTE_MS } from '@camarim/contract/time';
import { ArrowDown } from 'lucide-react';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { m } from '../../../paraglide/messages.js';
import { useTimeZone } from '../../../client/session/session.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { formatWeekday } from '../../../ui/display/days.ts';
import { Spinner } from '../../../ui/display/Spinner.tsx';
import { useNow } from '../../../ui/display/use-now.ts';
import { ageOf, byDay } from '../../notifications/index.ts';
import type { Message } from '../messages.ts';
import type { OutgoingMessage } from './outbox.ts';
import styles from './messages.module.css';

/** This near to the end one is at the end. */
const END_PX = 80;

type Entry = { createdAt: string; key: string; message?: Message; outgoing?: OutgoingMessage };

type Props = {
  messages: readonly Message[];
  outgoing: readonly OutgoingMessage[];
  hasOlder: boolean;
  loadingOlder: boolean;
  onOlder: () => void;
  /** Present after a jump: leads back to the newest messages. */
  onNewest: (() => void) | undefined;
  onNewer: () => void;
  /** Over this place a line says that what follows is new. */
  newFrom: number | undefined;
  atEnd: boolean;
  onAtEnd: (atEnd: boolean) => void;
  render: (entry: { message: Message } | { outgoing: OutgoingMessage }) => ReactNode;
  children?: ReactNode;
};

/** Calls when the element comes near the visible part of its scroller. */
const useNear = (onNear: () => void, enabled: boolean) => {
  const element = useRef<HTMLLIElement>(null);
  const latest = useRef(onNear);
  latest.current = onNear;
  useEffect(() => {
    const node = element.current;
    if (!node || !enabled) return;
    const observer = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) latest.current();
      },
      { root: node.closest('[data-scroller]'), rootMargin: '400px 0px' },
    );
    observer.observe(node);
    return () => observer.disconnect();
  }, [enabled]);
  return element;
};

/**
 * The scroller begins at its bottom (column-reverse), so that what is added above moves nothing;
 * what is added below is made up for unless one is at the end.
 */
const useKeptPlace = (lastKey: string | undefined, atEnd: boolean) => {
  const scroller = useRef<HTMLDivElement>(null);
  const before = useRef({ lastKey, height: 0 });
  useLayoutEffect(() => {
    const node = scroller.current;
    if (!node) return;
    const grown = node.scrollHeight - before.current.height;
    if (before.current.lastKey !== lastKey && before.current.height > 0) {
      if (atEnd) node.scrollTop = 0;
      else node.scrollTop -= grown;
    }
    before.current = { lastKey, height: node.scrollHeight };
  });
  return scroller;
};

export const MessageList = ({
  messages,
  outgoing,
  hasOlder,
  loadingOlder,
  onOlder,
  onNewest,
  onNewer,
  newFrom,
  atEnd,
  onAtEnd,
  render,
  children,
}: Props) => {
  const timeZone = useTimeZone();
  const now = useNow(MINUTE_MS);
  const entries: Entry[] = [
    ...messages.map((message) => ({
      createdAt: message.createdAt,
      // A message keeps its element when it takes the place of the one that was on its way.
      key: message.clientKey ?? message.id,
      message,
    })),
    ...outgoing.map((one) => ({ createdAt: one.createdAt, key: one.key, outgoing: one })),
  ];
  const lastMine = outgoing.length > 0 || messages.at(-1)?.mine === true;
  const scroller = useKeptPlace(entries.at(-1)?.key, atEnd || (lastMine && !onNewest));
  const top = useNear(onOlder, hasOlder && !loadingOlder);
  const bottom = useNear(onNewer, onNewest !== undefined);
  const headings = {
    today: () => m.notifications_today(),
    yesterday: () => m.notifications_yesterday(),
    earlier: formatWeekday,
  };
  const toEnd = () => {
    if (onNewest) onNewest();
    scroller.current?.scrollTo({ top: 0, behavior: 'smooth' });
  };
  return (
    <div className={styles.frame}>
      <div
        ref={scroller}
        data-scroller=""
        // Scrolls by the keyboard, too.
        tabIndex={0}
        role="region"
        aria-label={m.chat_messages()}
        className={styles.scroller}
        onScroll={({ currentTarget }) => onAtEnd(currentTarget.scrollTop > -END_PX)}
      >
        <ol className={styles.list}>
          {hasOlder && (
            <li ref={top} className={styles.more}>
              {loadingOlder && <Spinner className={styles.spinner} />}
              <span className="visually-hidden">{loadingOlder ? m.loading() : ''}</span>
            </li>
          )}
          {byDay(entries, timeZone).map(({ day, items }) => (
            <li key={day}>
              <h3 className={styles.day} suppressHydrationWarning>
                {headings[ageOf(day, now, timeZone)](day)}
              </h3>
              <ol className={styles.list}>
                {items.map(({ key, message, outgoing: one }) => (
                  <li key={key} data-message={message?.id} className={styles.entry}>
                    {message && message.seq === newFrom && (
                      <p className={styles.newFrom}>{m.chat_new_messages()}</p>
                    )}
                    {message && render({ message })}
                    {one && render({ outgoing: one })}
                  </li>
                ))}
              </ol>
            </li>
          ))}
          {onNewest && <li ref={bottom} className={styles.more} />}
          {children && <li>{children}</li>}
        </ol>
      </div>
      {(!atEnd || onNewest) && (
        <Button small className={styles.toEnd} onClick={toEnd}>
          <ArrowDown aria-hidden />
          {m.chat_to_newest()}
        </Button>
      )}
    </div>
  );
};
