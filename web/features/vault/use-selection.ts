// Selection of a list's items: one by one, or a range with Shift.
import { useRef, useState } from 'react';
import type { VaultItem } from './queries.ts';

export type Selection = {
  chosen: readonly VaultItem[];
  has: (id: string) => boolean;
  /** `reach`: the range from the last selected item to this one. */
  toggle: (item: VaultItem, reach: boolean) => void;
  set: (items: readonly VaultItem[]) => void;
  clear: () => void;
};

/**
 * `max`: the maximum selection. Items that leave the list stay selected, so that a selection can
 * span searches.
 */
export const useSelection = (
  listed: readonly VaultItem[],
  max = Number.POSITIVE_INFINITY,
): Selection => {
  const [chosen, setChosen] = useState<readonly VaultItem[]>([]);
  const last = useRef<string>(undefined);
  const has = (id: string) => chosen.some((item) => item.id === id);

  const between = (item: VaultItem): readonly VaultItem[] => {
    const [one, other] = [listed.findIndex(({ id }) => id === last.current), listed.indexOf(item)];
    return one < 0 ? [item] : listed.slice(Math.min(one, other), Math.max(one, other) + 1);
  };
  const toggle = (item: VaultItem, reach: boolean) => {
    const others = chosen.filter(({ id }) => id !== item.id);
    if (reach) {
      const reached = between(item);
      setChosen(
        [...chosen.filter(({ id }) => !reached.some((one) => one.id === id)), ...reached].slice(
          0,
          max,
        ),
      );
    } else setChosen(others.length < chosen.length ? others : [...chosen, item].slice(0, max));
    last.current = item.id;
  };
  return {
    chosen,
    has,
    toggle,
    set: (items) => setChosen(items.slice(0, max)),
    clear: () => setChosen([]),
  };
};
