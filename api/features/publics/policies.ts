// Terms, privacy, cookies, contract and questions: Markdown files, one per language; English stands in for one that is lacking.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Routes } from '@camarim/contract';
import type { ProfileId } from '@camarim/contract/ids';
import type { Locale } from '@camarim/contract/limits';
import type { DataInput } from '@camarim/contract/route';
import type { Transaction } from '../../platform/database/transaction.ts';
import { insertAcceptances } from './store.ts';

const POLICIES = ['terms', 'privacy', 'cookies', 'contract'] as const;
export type PolicyName = (typeof POLICIES)[number];

type Written = 'pt' | 'en';

const read = (name: string, locale: Written): string => readFileSync(join(import.meta.dirname, 'texts', `${name}.${locale}.md`), 'utf8');
/** Read once, when the process starts: a text that is not there is noticed at once. */
const inBoth = (name: string): Record<Written, string> => ({ pt: read(name, 'pt'), en: read(name, 'en') });

const texts = Object.fromEntries(POLICIES.map((name) => [name, inBoth(name)])) as Record<PolicyName, Record<Written, string>>;
const faqs = inBoth('faqs');

const writtenFor = (locale: Locale): Written => (locale === 'pt' ? 'pt' : 'en');

/** What exactly is agreed to: a digest of the Portuguese text, which is the one that counts. */
export const versionOf = (name: PolicyName): string => createHash('sha256').update(texts[name].pt).digest('hex');

export const viewPolicies = (locale: Locale, only: PolicyName | undefined): DataInput<Routes['GET /publics/policies']> =>
  POLICIES.filter((name) => only === undefined || name === only).map((name) => ({
    name,
    version: versionOf(name),
    locale: writtenFor(locale),
    markdown: texts[name][writtenFor(locale)],
  }));

type Faq = DataInput<Routes['GET /publics/faqs/{all}/{product}']>[number];

/** `# topic`, then `## question` and its answer. */
const parseFaqs = (markdown: string): Faq[] =>
  markdown
    .split(/^# /m)
    .filter((part) => part.trim() !== '')
    .flatMap((part) => {
      const [topic = '', ...questions] = part.split(/^## /m);
      return questions.map((text) => {
        const [question = '', ...answer] = text.trim().split('\n');
        return { product: topic.trim() as Faq['product'], question, answer: answer.join('\n').trim() };
      });
    });

export const viewFaqs = (locale: Locale, all: 'all' | 'main', topic: 'all' | Faq['product']): Faq[] => {
  const wanted = parseFaqs(faqs[writtenFor(locale)]).filter(({ product }) => topic === 'all' || product === topic);
  return all === 'all' ? wanted : wanted.filter(({ product }, index) => wanted.findIndex((other) => other.product === product) === index);
};

/** Records that somebody agreed to the texts as they are now; the same version again changes nothing. */
export const acceptPolicies = (tx: Transaction, profileId: ProfileId, names: readonly PolicyName[], now: Date): Promise<void> =>
  insertAcceptances(tx, names.map((policy) => ({ profileId, policy, version: versionOf(policy), now })));
