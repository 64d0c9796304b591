// What each of the two may do with an order in each state, and until when. Pure.
import { ORDER_REVIEW_HOURS } from '@camarim/contract/limits';
import type { OrderStatus } from '@camarim/contract/features/orders';
import { HOUR_MS } from '@camarim/contract/time';

export type OrderRole = 'fan' | 'producer';
export type OrderAction =
  | 'offer'
  | 'decline'
  | 'withdraw'
  | 'accept'
  | 'deliver'
  | 'approve'
  | 'dispute';

/** What the actions depend on. `hidden`: the other one is hidden from the viewer. */
export type OrderState = {
  status: OrderStatus;
  due_at: Date | null;
  review_until: Date | null;
  hidden: boolean;
};

type Rule = {
  role: OrderRole;
  from: readonly OrderStatus[];
  /** Needs their conversation, which hidden people do not have. */
  together?: boolean;
  /** The instant before which it is possible. */
  before?: 'due_at' | 'review_until';
};

/**
 * Only what moves the order on needs the conversation: who is blocked can still get their money
 * back, accept a delivery or dispute it.
 */
const RULES: Readonly<Record<OrderAction, Rule>> = {
  offer: { role: 'producer', from: ['requested'], together: true },
  decline: { role: 'producer', from: ['requested', 'offered', 'accepted'] },
  withdraw: { role: 'fan', from: ['requested', 'offered'] },
  accept: { role: 'fan', from: ['offered'], together: true },
  deliver: { role: 'producer', from: ['accepted'], together: true, before: 'due_at' },
  approve: { role: 'fan', from: ['delivered', 'disputed'] },
  dispute: { role: 'fan', from: ['delivered'], before: 'review_until' },
};

const ORDER_ACTIONS = Object.keys(RULES) as OrderAction[];

export type Refusal = 'order.notFound' | 'order.notPossible' | 'order.late';

/** Why the action is refused now; null when it is possible. */
export const refusalOf = (
  action: OrderAction,
  role: OrderRole,
  state: OrderState,
  now: Date,
): Refusal | null => {
  const rule = RULES[action];
  if (rule.role !== role || (rule.together === true && state.hidden)) return 'order.notFound';
  if (!rule.from.includes(state.status)) return 'order.notPossible';
  const until = rule.before && state[rule.before];
  return until && now >= until ? 'order.late' : null;
};

export const actionsOf = (role: OrderRole, state: OrderState, now: Date): OrderAction[] =>
  ORDER_ACTIONS.filter((action) => refusalOf(action, role, state, now) === null);

/** When an order that is paid now is to be delivered. */
export const dueAfter = (now: Date, days: number): Date =>
  new Date(now.getTime() + days * 24 * HOUR_MS);

/** Until when a delivery of now may be disputed. */
export const reviewAfter = (now: Date): Date =>
  new Date(now.getTime() + ORDER_REVIEW_HOURS * HOUR_MS);
