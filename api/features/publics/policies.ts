// Terms, privacy, cookies, contract and questions: Markdown files, one per language.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Routes } from '@camarim/contract';
import type { ProfileId } from '@camarim/contract/ids';
import { LOCALES, type Locale } from '@camarim/contract/limits';
import type { DataInput } from '@camarim/contract/route';
import type { Transaction } from '../../platform/database/transaction.ts';
import { insertAcceptances } from './store.ts';

const POLICIES = ['terms', 'privacy', 'cookies', 'contract'] as const;
export type PolicyName = (typeof POLICIES)[number];

type Text = Record<Locale, string>;

/** Read once, when the process starts: a text that is not there is noticed at once. */
const read = (name: string): Text => Object.fromEntries(LOCALES.map((locale) => [locale, readFileSync(join(import.meta.dirname, 'texts', `${name}.${locale}.md`), 'utf8')])) as Text;

const texts = Object.fromEntries(POLICIES.map((name) => [name, read(name)])) as Record<PolicyName, Text>;
const faqs = read('faqs');

/** What exactly is agreed to or answered: a digest of the Portuguese text, which is the one that counts. */
const digestOf = ({ pt }: Text): string => createHash('sha256').update(pt).digest('hex');
const versionOf = (name: PolicyName): string => digestOf(texts[name]);

export const viewPolicies = (locale: Locale, only: PolicyName | undefined): DataInput<Routes['GET /publics/policies']> =>
  POLICIES.filter((name) => only === undefined || name === only).map((name) => ({
    name,
    version: versionOf(name),
    locale,
    markdown: texts[name][locale],
  }));

type Faq = DataInput<Routes['GET /publics/faqs/{all}/{product}']>[number];

/** `# topic`, then `## question` and its answer. */
const parseFaqs = (markdown: string, version: string): Faq[] =>
  markdown
    .split(/^# /m)
    .filter((part) => part.trim() !== '')
    .flatMap((part) => {
      const [topic = '', ...questions] = part.split(/^## /m);
      return questions.map((text) => {
        const [question = '', ...answer] = text.trim().split('\n');
        return { product: topic.trim() as Faq['product'], question, answer: answer.join('\n').trim(), version };
      });
    });

export const viewFaqs = (locale: Locale, all: 'all' | 'main', topic: 'all' | Faq['product']): Faq[] => {
  const wanted = parseFaqs(faqs[locale], digestOf(faqs)).filter(({ product }) => topic === 'all' || product === topic);
  return all === 'all' ? wanted : wanted.filter(({ product }, index) => wanted.findIndex((other) => other.product === product) === index);
};

/** Records that somebody agreed to the texts as they are now; the same version again changes nothing. */
export const acceptPolicies = (tx: Transaction, profileId: ProfileId, names: readonly PolicyName[], now: Date): Promise<void> =>
  insertAcceptances(tx, names.map((policy) => ({ profileId, policy, version: versionOf(policy), now })));
