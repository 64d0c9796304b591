// The focus of a queue's cards: an address leads to one, and the next one has it after a decision.
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

export const itemAnchor = (id: string): string => `item-${id}`;

/**
 * For the card of this item: when the address names it, the card is scrolled to and focused once it
 * is there, because the queue loads after the page.
 */
export const useItemAnchor = (id: string | undefined): RefObject<HTMLElement | null> => {
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (id === undefined || window.location.hash !== `#${itemAnchor(id)}`) return;
    card.current?.scrollIntoView({ block: 'center' });
    card.current?.focus({ preventScroll: true });
  }, [id]);
  return card;
};

/** The card after this one, or before it, or the title of the page. */
const besides = (card: HTMLElement): HTMLElement | null | undefined => {
  const page = card.closest('[data-admin-page]');
  const cards = [...(page?.querySelectorAll<HTMLElement>('article[tabindex]') ?? [])];
  const place = cards.indexOf(card);
  return cards[place + 1] ?? cards[place - 1] ?? page?.querySelector<HTMLElement>('h1');
};

/** For the card that a decision takes out of its queue: the focus in it is passed on. */
export const usePassedFocus = (card: RefObject<HTMLElement | null>): void =>
  useLayoutEffect(() => {
    const leaving = card.current;
    return () => {
      if (leaving?.contains(document.activeElement)) besides(leaving)?.focus();
    };
  }, [card]);
