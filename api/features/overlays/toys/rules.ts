// Pure rules: what an event does to a toy, and when.
import type { ToyAction } from '@camarim/contract/features/overlays/toys';
import { TOY_QUEUE_SECONDS } from '@camarim/contract/features/overlays/limits';
import type { RoomEventRow } from '../../lives/index.ts';
import type { ToyRules } from './store.ts';

/** An event that is older when it is read, after an outage, moves nothing any more. */
const LATE_MS = 60_000;

const actionOf = ({ motion, strength, seconds }: ToyAction): ToyAction => ({
  motion,
  strength,
  seconds,
});

/** Null for what moves nothing. An order moves by its item alone. */
export const actionFor = (
  { levels, items }: ToyRules,
  { type, data }: Pick<RoomEventRow, 'type' | 'data'>,
): ToyAction | null => {
  if (type === 'menu.ordered') {
    const { id } = data['item'] as { id: string };
    const rule = items.find(({ itemId }) => itemId === id);
    return rule ? actionOf(rule) : null;
  }
  if (type !== 'tip.received') return null;
  const value = Number(data['value']);
  const level = levels
    .filter(({ from }) => from <= value)
    .toSorted((a, b) => b.from - a.from)
    .at(0);
  return level ? actionOf(level) : null;
};

/** A command, and when it begins. */
export type ToyMove = { action: ToyAction; startAt: Date };

/** One after another, from when the toy is free; those that would wait for too long are dropped. */
export const planMoves = (
  rules: ToyRules,
  events: readonly Pick<RoomEventRow, 'type' | 'data' | 'created_at'>[],
  { now, busyUntil }: { now: Date; busyUntil: Date | null },
): { moves: ToyMove[]; busyUntil: Date | null } => {
  const nowMs = now.getTime();
  let freeMs = Math.max(nowMs, busyUntil?.getTime() ?? 0);
  const moves: ToyMove[] = [];
  for (const event of events) {
    const action = actionFor(rules, event);
    if (!action || nowMs - event.created_at.getTime() > LATE_MS) continue;
    if (freeMs - nowMs > TOY_QUEUE_SECONDS * 1_000) continue;
    moves.push({ action, startAt: new Date(freeMs) });
    freeMs += action.seconds * 1_000;
  }
  return { moves, busyUntil: moves.length > 0 ? new Date(freeMs) : busyUntil };
};
