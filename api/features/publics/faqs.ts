// Frequently asked questions: Markdown files, one per language.
import type { Routes } from '@camarim/contract';
import type { Locale } from '@camarim/contract/limits';
import type { DataInput } from '@camarim/contract/route';
import { digestOf, readTexts } from './policies.ts';

/** Read at process start, so that a missing file fails the start. */
const faqs = readTexts('faqs');

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
        return {
          product: topic.trim() as Faq['product'],
          question,
          answer: answer.join('\n').trim(),
          version,
        };
      });
    });

export const viewFaqs = (
  locale: Locale,
  all: 'all' | 'main',
  topic: 'all' | Faq['product'],
): Faq[] => {
  const wanted = parseFaqs(faqs[locale], digestOf(faqs)).filter(
    ({ product }) => topic === 'all' || product === topic,
  );
  return all === 'all'
    ? wanted
    : wanted.filter(
        ({ product }, index) => wanted.findIndex((other) => other.product === product) === index,
      );
};
