// An automation as its form has it: numbers as they are typed, the delay in minutes, hours or days.
import { AUTOMATION_DELAY_MINUTES_MAX, AUTOMATION_PERIOD_MAX } from '@camarim/contract/limits';
import type { Automation, AutomationBody } from './queries.ts';

export const UNIT_MINUTES = { minutes: 1, hours: 60, days: 1_440 };
export type Unit = keyof typeof UNIT_MINUTES;
export const UNITS: readonly Unit[] = ['minutes', 'hours', 'days'];

export type AutomationDraft = {
  trigger: Automation['trigger'];
  period: string;
  repeats: boolean;
  delay: string;
  unit: Unit;
  text: string;
  /** '': everyone whom it is about. */
  listId: string;
};

/** The longest unit of which the delay has whole ones. */
export const delayOf = (minutes: number): { count: number; unit: Unit } => {
  const unit =
    UNITS.findLast((one) => minutes > 0 && minutes % UNIT_MINUTES[one] === 0) ?? 'minutes';
  return { count: minutes / UNIT_MINUTES[unit], unit };
};

export const draftOf = (automation: Automation | null): AutomationDraft => {
  const { count, unit } = delayOf(automation?.delayMinutes ?? 0);
  return {
    trigger: automation?.trigger ?? 'follow',
    period: String(automation?.period ?? ''),
    repeats: automation?.repeats ?? false,
    delay: String(count),
    unit,
    text: automation?.message ?? '',
    listId: automation?.listId ?? '',
  };
};

/** Months of a birthday, days of a silence. */
export const hasPeriod = (trigger: Automation['trigger']): boolean =>
  trigger === 'birthday' || trigger === 'silence';

const isWhole = (text: string, min: number, max: number): boolean =>
  /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max;

export type AutomationProblems = { period: boolean; delay: boolean };

export const problemsOf = ({
  trigger,
  period,
  delay,
  unit,
}: AutomationDraft): AutomationProblems => ({
  period: hasPeriod(trigger) && !isWhole(period, 1, AUTOMATION_PERIOD_MAX),
  delay: !isWhole(delay, 0, AUTOMATION_DELAY_MINUTES_MAX / UNIT_MINUTES[unit]),
});

/** Without what is enclosed. */
export const bodyOf = ({
  trigger,
  period,
  repeats,
  delay,
  unit,
  text,
  listId,
}: AutomationDraft): AutomationBody => ({
  trigger,
  period: hasPeriod(trigger) ? Number(period) : null,
  repeats: trigger === 'birthday' && repeats,
  delayMinutes: Number(delay) * UNIT_MINUTES[unit],
  message: text.trim(),
  listId: listId === '' ? null : (listId as NonNullable<AutomationBody['listId']>),
});

/** The same automation, switched on or off. */
export const switchedBody = (
  { trigger, period, repeats, delayMinutes, message, price, free, medias, listId }: Automation,
  enabled: boolean,
): AutomationBody => ({
  trigger,
  period,
  repeats,
  delayMinutes,
  message,
  price,
  free,
  listId,
  medias: medias.map(({ id }) => ({ id })),
  enabled,
});
