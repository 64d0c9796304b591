// What each way to prove an age is called, and the one sentence that says what it lets others
// learn.
import type { AgeOffer } from '@camarim/contract/features/verifications/age';
import { m } from '../../../paraglide/messages.js';

const TITLES: Record<string, () => string> = {
  local: m.age_way_local,
  wallet: m.age_way_wallet,
  document: m.age_way_document,
};

/** One provider may offer both. */
const BY: Partial<Record<AgeOffer['learned'], (words: { name: string }) => string>> = {
  paper: m.age_way_paper,
  face: m.age_way_face,
};

export const titleOf = ({ id, name, learned }: Pick<AgeOffer, 'id' | 'name' | 'learned'>): string =>
  TITLES[id]?.() ?? BY[learned]?.({ name: name ?? id }) ?? name ?? id;

const SENTENCES: Record<AgeOffer['learned'], (words: { name: string }) => string> = {
  nothing: m.age_learned_nothing,
  answer: m.age_learned_answer,
  site: m.age_learned_site,
  paper: m.age_learned_paper,
  face: m.age_learned_face,
  document: m.age_learned_document,
};

/** One sentence: what this site and the provider learn. */
export const learnedBy = ({ id, name, learned }: AgeOffer): string =>
  SENTENCES[learned]({ name: name ?? id });
