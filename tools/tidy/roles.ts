// One word per role in each language, creator and fan, and in Spanish one for a post. Texts that
// the specification fixes keep its words.
import type { SourceFile, Violation } from './source-files.ts';

type Locale = 'pt' | 'en' | 'es';

/** Other words for the two roles and for a post (es: publicación), which texts used before. */
const REPLACED: Record<Locale, RegExp> = {
  pt: /\b(?:modelos?|produtor(?:a|es|as)?|quem cria|membros?)\b/i,
  en: /\b(?:models?|producers?|publishers?|members?)\b/i,
  es: /\b(?:modelos?|productor(?:a|es|as)?|quien(?:es)? crean?|miembros?|posts?)\b/i,
};

/** Specification section 2, header. */
const FIXED: readonly string[] = ['Torne-se um(a) modelo'];

const CATALOGUE = /\/(?<locale>pt|en|es)\.json$/;
const FAQS = /\/faqs\.(?<locale>pt|en|es)\.md$/;

type Text = { name: string; text: string };

const textsOf = (node: unknown, name: string): Text[] => {
  if (typeof node === 'string') return [{ name, text: node }];
  if (node === null || typeof node !== 'object') return [];
  return Object.entries(node).flatMap(([key, value]) =>
    textsOf(value, name === '' ? key : `${name}.${key}`),
  );
};

/** The FAQs have headings that name a section and are no text. */
const faqTexts = (text: string): Text[] =>
  text
    .split('\n')
    .flatMap((line, index) =>
      line.startsWith('# ') ? [] : [{ name: `line ${index + 1}`, text: line }],
    );

/** Placeholders are names of the code. */
const shown = (text: string): string =>
  FIXED.reduce((rest, fixed) => rest.replaceAll(fixed, ''), text.replace(/\{\w+\}/g, ''));

const othersIn = (path: string, locale: Locale, texts: Text[]): Violation[] =>
  texts.flatMap(({ name, text }) => {
    const [word] = REPLACED[locale].exec(shown(text)) ?? [];
    return word === undefined
      ? []
      : [`${path}: ${name} says "${word}" in the place of the one word for it` satisfies Violation];
  });

/** Texts of the interface, the API and the emails that call a role by another word. */
export const otherRoleWords = (files: SourceFile[]): Violation[] =>
  files.flatMap(({ path, text }) => {
    const catalogue = CATALOGUE.exec(path)?.groups?.['locale'] as Locale | undefined;
    if (catalogue) return othersIn(path, catalogue, textsOf(JSON.parse(text), ''));
    const faqs = FAQS.exec(path)?.groups?.['locale'] as Locale | undefined;
    return faqs ? othersIn(path, faqs, faqTexts(text)) : [];
  });
