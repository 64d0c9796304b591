// The rule of a smart list while its form is filled in: what is missing has no value yet.
import { centavos, type Centavos } from '@camarim/contract/money';
import type { ListRule } from './queries.ts';

export type RuleKind = ListRule['kind'];

export type RuleDraft = {
  kind: RuleKind;
  amount: Centavos | null;
  days: string;
  /** The id of a post, a collection or a message. */
  id: string;
  country: string;
  /** Empty: all. */
  state: string;
};

export const DAYS_MAX = 3_650;

const EMPTY: RuleDraft = {
  kind: 'subscribers',
  amount: null,
  days: '30',
  id: '',
  country: 'BR',
  state: '',
};

export const draftOf = (rule: ListRule | null): RuleDraft => {
  if (rule === null) return EMPTY;
  if (rule.kind === 'tippers')
    return { ...EMPTY, kind: rule.kind, amount: centavos(rule.amount), days: String(rule.days) };
  if (rule.kind === 'place')
    return { ...EMPTY, kind: rule.kind, country: rule.country, state: rule.state ?? '' };
  return 'id' in rule ? { ...EMPTY, kind: rule.kind, id: rule.id } : { ...EMPTY, kind: rule.kind };
};

export type RuleProblem = 'amount' | 'days' | 'id' | null;

/** Which part is missing or out of its limits. */
export const problemOf = ({ kind, amount, days, id }: RuleDraft): RuleProblem => {
  if (kind === 'tippers') {
    if (amount === null) return 'amount';
    const count = Number(days);
    return Number.isInteger(count) && count >= 1 && count <= DAYS_MAX ? null : 'days';
  }
  return kind.startsWith('buyersOf') && id === '' ? 'id' : null;
};

/** Null while a part of it is missing. */
export const ruleOf = (draft: RuleDraft): ListRule | null => {
  if (problemOf(draft) !== null) return null;
  const { kind, amount, days, id, country, state } = draft;
  if (kind === 'tippers') return { kind, amount: amount ?? centavos(0), days: Number(days) };
  if (kind === 'place') return { kind, country, ...(country === 'BR' && state && { state }) };
  if (kind === 'buyersOfPost' || kind === 'buyersOfCollection' || kind === 'buyersOfMessage')
    return { kind, id } as ListRule;
  return { kind };
};
