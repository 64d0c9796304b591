// The texts and emails of all features.
import type { AnyFeature } from './feature.ts';
import { features } from './features.ts';
import { installEmails } from './platform/mail/email-templates.ts';
import { combineCatalogues } from './platform/text/catalogue.ts';
import { installTexts, platformTexts } from './platform/text/text.ts';

const all: readonly AnyFeature[] = features;

export const allTexts = combineCatalogues('text', [
  platformTexts,
  ...all.flatMap(({ texts }) => texts ?? []),
]);
const allEmails = combineCatalogues(
  'email',
  all.flatMap(({ emails }) => emails ?? []),
);

/** Part of assembling; tests that assemble no application and show texts call it themselves. */
export const installAllTexts = (): void => {
  installTexts(allTexts);
  installEmails(allEmails);
};
