// The part of an address that leads to one card of a queue's page.
import { type RefObject, useEffect, useRef } from 'react';

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
