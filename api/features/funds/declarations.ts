// What funds adds to the closed maps of the platform: audit actions and texts.
import { defineTexts } from '../../platform/text/text.ts';
import en from './texts/en.json' with { type: 'json' };
import es from './texts/es.json' with { type: 'json' };
import pt from './texts/pt.json' with { type: 'json' };

declare module '../../platform/audit/actions.ts' {
  interface AuditActions {
    'cashOut.asked': true;
    'cashOut.agreed': true;
    'cashOut.approved': true;
    'cashOut.refused': true;
    'dispute.answered': true;
    'dispute.accepted': true;
    'payoutRules.held': true;
    'fee.agreed': true;
    'payoutRules.agreed': true;
    'payoutRules.changed': true;
    'statement.settled': true;
    'transaction.released': true;
    'transaction.reversed': true;
    'transaction.refunded': true;
    'transaction.chargedBack': true;
    'producer.feeChanged': true;
  }
}

declare module '../../platform/text/text.ts' {
  interface TextKeys extends Record<keyof typeof pt, true> {}
}

export const texts = defineTexts({ pt, en, es });
