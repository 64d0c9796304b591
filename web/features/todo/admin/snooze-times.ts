// Until when an item can be put off. Pure.
import { HOUR_MS } from '@camarim/contract/time';
import { m } from '../../../paraglide/messages.js';
import type { TodoItem } from '../queries.ts';

const MORNING_HOUR = 9;

/** Nine o'clock of the next day where the person is. */
const tomorrowMorning = (now: number): number => {
  const day = new Date(now);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1, MORNING_HOUR).getTime();
};

export type SnoozeChoice = { key: string; text: () => string; until: (now: number) => number };

const SNOOZE_CHOICES: readonly SnoozeChoice[] = [
  {
    key: 'two',
    text: () => m.todo_snooze_hours({ hours: 2 }),
    until: (now) => now + 2 * HOUR_MS,
  },
  {
    key: 'eight',
    text: () => m.todo_snooze_hours({ hours: 8 }),
    until: (now) => now + 8 * HOUR_MS,
  },
  { key: 'tomorrow', text: m.todo_snooze_tomorrow, until: tomorrowMorning },
  { key: 'week', text: m.todo_snooze_week, until: (now) => now + 7 * 24 * HOUR_MS },
];

/** The choices that end before the deadline of the case, if it has one of its own. */
export const choicesFor = (
  { dueAt, hasDeadline }: Pick<TodoItem, 'dueAt' | 'hasDeadline'>,
  now: number,
): readonly SnoozeChoice[] =>
  SNOOZE_CHOICES.filter(({ until }) => !hasDeadline || until(now) <= Date.parse(dueAt));
