// Who has an item of open work: a person who begins to work on one claims it, until they leave it,
// go on to another one, or do nothing for a while.
import type { OpenWorkKind } from '@camarim/contract/features/dsb';
import { CLAIM_MINUTES, WORK_KINDS } from '@camarim/contract/features/todo/kinds';
import { MINUTE_MS } from '@camarim/contract/time';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { itemAnchor, useRight } from '../dsb/index.ts';
import { claimsQuery, claimWork, releaseWork, type TodoItem } from './queries.ts';

type Item = Pick<TodoItem, 'kind' | 'id'>;

/** A claim is renewed before it ends, while its holder goes on to work. */
const RENEW_MS = (CLAIM_MINUTES / 3) * MINUTE_MS;

/** What this page holds, as one person works on one item. */
let held: (Item & { since: number }) | null = null;

const isHeld = ({ kind, id }: Item): boolean => held?.kind === kind && held.id === id;

const release = (): void => {
  if (held) void releaseWork(held.kind, held.id);
  held = null;
};

/** False: another person has it. */
const claim = (item: Item): Promise<boolean> => {
  if (!isHeld(item)) release();
  held = { ...item, since: Date.now() };
  return claimWork(item.kind, item.id);
};

/**
 * `kind` null: the item waits no more, and is not claimed. `opened`: it is claimed at once, as it
 * is when the list of open work has led here; otherwise by the first `work`.
 */
export const useClaim = ({
  kind,
  id,
  opened,
}: {
  kind: OpenWorkKind | null;
  id: string;
  opened: boolean;
}) => {
  const client = useQueryClient();
  const mayDecide = useRight(kind ? WORK_KINDS[kind].right : 'todo.decide') && kind !== null;
  const { data: claimed } = useQuery({ ...claimsQuery(), enabled: mayDecide });
  const found = claimed?.find((item) => item.kind === kind && item.id === id)?.claim;
  const work = useCallback((): void => {
    if (!mayDecide || (isHeld({ kind, id }) && Date.now() - (held?.since ?? 0) < RENEW_MS)) return;
    void claim({ kind, id }).then((mine) => {
      if (mine) return;
      if (isHeld({ kind, id })) held = null;
      void client.invalidateQueries({ queryKey: claimsQuery().queryKey });
    });
  }, [mayDecide, kind, id, client]);
  useEffect(() => {
    if (opened || window.location.hash === `#${itemAnchor(id)}`) work();
  }, [id, opened, work]);
  useEffect(
    () => () => {
      if (kind && isHeld({ kind, id })) release();
    },
    [kind, id],
  );
  return { heldBy: found && !found.mine ? found : null, work };
};
