// The age rules as they are edited: states of a country with the same rule are one group.
import type { Data } from '../../../client/api/api.ts';

export type AgeSettings = Data<'GET /dsb/age-settings'>;
export type AgeRule = AgeSettings['rules'][number];

/** Without states it is about the whole country. */
export type RuleGroup = Omit<AgeRule, 'state'> & { states: string[] };

const settingsOf = ({
  requires,
  proofSeconds,
  methods,
  estimation,
  doubleBlind,
}: Omit<AgeRule, 'country' | 'state'>): string =>
  JSON.stringify([requires, proofSeconds, methods, estimation, doubleBlind]);

export const groupRules = (rules: readonly AgeRule[]): RuleGroup[] => {
  const groups: RuleGroup[] = [];
  for (const { state, ...rule } of rules) {
    const same =
      state === null
        ? undefined
        : groups.find(
            (group) =>
              group.country === rule.country &&
              group.states.length > 0 &&
              settingsOf(group) === settingsOf(rule),
          );
    if (same && state !== null) same.states.push(state);
    else groups.push({ ...rule, states: state === null ? [] : [state] });
  }
  return groups;
};

export const rulesOf = (groups: readonly RuleGroup[]): AgeRule[] =>
  groups.flatMap(({ states, ...rule }) =>
    (states.length === 0 ? [null] : states).map((state) => ({ ...rule, state })),
  );

const STATE = /^[A-Z0-9]{1,3}$/;

/** Codes separated by commas or spaces; null when one of them can't be a code. */
export const readStates = (text: string): string[] | null => {
  const states = [
    ...new Set(
      text
        .toUpperCase()
        .split(/[\s,;]+/)
        .filter(Boolean),
    ),
  ].sort();
  return states.every((state) => STATE.test(state)) ? states : null;
};

/** Whether another group is about the same place. */
export const overlaps = (one: RuleGroup, others: readonly RuleGroup[]): boolean =>
  others.some(
    (other) =>
      other !== one &&
      other.country === one.country &&
      (one.states.length === 0
        ? other.states.length === 0
        : one.states.some((state) => other.states.includes(state))),
  );
