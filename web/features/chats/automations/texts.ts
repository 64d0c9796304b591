// What makes automations send, and what became of their messages, in words.
import { m } from '../../../paraglide/messages.js';
import { delayOf, type Unit } from './draft.ts';
import type { Automation, LogEntry } from './queries.ts';

type Trigger = Automation['trigger'];

/** In the order in which they are offered. */
export const TRIGGERS = {
  follow: m.automation_on_follow,
  firstSubscription: m.automation_on_first_subscription,
  renewal: m.automation_on_renewal,
  expiry: m.automation_on_expiry,
  firstPurchase: m.automation_on_first_purchase,
  birthday: m.automation_on_birthday,
  silence: m.automation_on_silence,
} satisfies Record<Trigger, () => string>;

export const UNIT_TEXTS = {
  minutes: m.automation_minutes,
  hours: m.automation_hours,
  days: m.automation_days,
} satisfies Record<Unit, () => string>;

const DELAYS = {
  minutes: m.automation_after_minutes,
  hours: m.automation_after_hours,
  days: m.automation_after_days,
} satisfies Record<Unit, (values: { count: number }) => string>;

/** "Quando faz 3 meses que a pessoa assina, todas as vezes". */
export const triggerText = ({
  trigger,
  period,
  repeats,
}: Pick<Automation, 'trigger' | 'period' | 'repeats'>): string => {
  if (trigger === 'silence') return m.automation_silence_of({ count: period ?? 0 });
  if (trigger !== 'birthday') return TRIGGERS[trigger]();
  const count = period ?? 0;
  return repeats ? m.automation_birthday_each({ count }) : m.automation_birthday_of({ count });
};

export const delayText = (minutes: number): string => {
  if (minutes === 0) return m.automation_at_once();
  const { count, unit } = delayOf(minutes);
  return DELAYS[unit]({ count });
};

export const SKIP_TEXTS = {
  blocked: m.automation_skip_blocked,
  muted: m.automation_skip_muted,
  left: m.automation_skip_left,
  notInList: m.automation_skip_not_in_list,
  stopped: m.automation_skip_stopped,
} satisfies Record<NonNullable<LogEntry['reason']>, () => string>;
