// Classes of reports, their legal deadlines, and what is withheld until the decision.
import type { Routes } from '@camarim/contract';
import type { BodyOf, DataInput } from '@camarim/contract/route';
import { HOUR_MS } from '@camarim/contract/time';
import type { Config } from '../../platform/config/config.ts';
import { addBusinessDays } from '../../platform/clock/business-days.ts';

type Reason = BodyOf<Routes['POST /reports']>['reason'];
export type ReportClass = DataInput<Routes['GET /dsb/reports']>[number]['class'];

export const CLASSES: Record<Reason, ReportClass> = {
  minor: 'childSafety',
  terrorism: 'terrorism',
  intimateImage: 'intimate',
  noConsent: 'intimate',
  violence: 'other',
  fraud: 'other',
  copyright: 'other',
  harassment: 'other',
  other: 'other',
};

type ClassRule = {
  /** Time for the decision. */
  within: { hours: number } | { businessDays: number };
  /** Only those who decide see it until the decision. */
  withheld: boolean;
  /**
   * Its owner neither sees it until the decision nor is notified, because they could destroy
   * evidence.
   */
  fromOwner: boolean;
};

/**
 * The strictest of the laws that are known to hold: 24 hours for the ECA Digital (Lei 15.211/2025)
 * and the EU's terrorism regulation, which says one hour after an authority's order; 48 hours for
 * the Take It Down Act and article 21 of the Marco Civil; 7 business days for Mastercard's AN 5196.
 */
const RULES: Record<ReportClass, ClassRule> = {
  childSafety: { within: { hours: 24 }, withheld: true, fromOwner: true },
  terrorism: { within: { hours: 24 }, withheld: false, fromOwner: true },
  intimate: { within: { hours: 48 }, withheld: true, fromOwner: false },
  other: { within: { businessDays: 7 }, withheld: false, fromOwner: false },
};

export const classOf = (reason: Reason): ReportClass => CLASSES[reason];
export const ruleOf = (reason: Reason): ClassRule => RULES[classOf(reason)];
/** The reasons of the same class. */
export const reasonsLike = (reason: Reason): Reason[] =>
  (Object.keys(CLASSES) as Reason[]).filter((other) => classOf(other) === classOf(reason));

/** Decided within hours; administrators get an email at once. */
export const isUrgent = (reason: Reason): boolean => classOf(reason) !== 'other';
export const URGENT_REASONS = (Object.keys(CLASSES) as Reason[]).filter(isUrgent);
export const WITHHOLDING_REASONS = (Object.keys(CLASSES) as Reason[]).filter(
  (reason) => ruleOf(reason).withheld,
);

export const dueAtOf = (
  reason: Reason,
  at: Date,
  {
    CAMARIM_COUNTRY: country,
    CAMARIM_STATE: state,
    EXTRA_HOLIDAYS: more,
  }: Pick<Config, 'CAMARIM_COUNTRY' | 'CAMARIM_STATE' | 'EXTRA_HOLIDAYS'>,
): Date => {
  const { within } = ruleOf(reason);
  return 'hours' in within
    ? new Date(at.getTime() + within.hours * HOUR_MS)
    : addBusinessDays(at, within.businessDays, { country, state, more });
};

/**
 * How many reminders of a report administrators should have had by now: one when three quarters of
 * its time are over, a second one when all of it is.
 */
export const remindersDue = (
  { created_at: from, due_at: until }: { created_at: Date; due_at: Date },
  now: Date,
): 0 | 1 | 2 => {
  const [at, end] = [now.getTime() - from.getTime(), until.getTime() - from.getTime()];
  if (at >= end) return 2;
  return at * 4 >= end * 3 ? 1 : 0;
};

const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const GROUP = 4;

/** Eight signs that are not mistaken for each other, of random bytes. */
export const referenceOf = (kind: 'R' | 'M', bytes: Uint8Array): string => {
  const signs = Array.from(bytes.subarray(0, 2 * GROUP), (byte) => SIGNS[byte % SIGNS.length]).join(
    '',
  );
  return `${kind}-${signs.slice(0, GROUP)}-${signs.slice(GROUP)}`;
};
