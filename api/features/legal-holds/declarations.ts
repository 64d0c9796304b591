// What legal holds add to the closed maps of the platform: audit actions and texts.
import { defineTexts } from '../../platform/text/text.ts';
import en from './texts/en.json' with { type: 'json' };
import es from './texts/es.json' with { type: 'json' };
import pt from './texts/pt.json' with { type: 'json' };

declare module '../../platform/audit/actions.ts' {
  interface AuditActions {
    'legalHold.placed': true;
    'legalHold.agreed': true;
    'legalHold.released': true;
  }
}

declare module '../../platform/text/text.ts' {
  interface TextKeys extends Record<keyof typeof pt, true> {}
}

export const texts = defineTexts({ pt, en, es });
