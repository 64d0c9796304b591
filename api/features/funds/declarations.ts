// What funds adds to the closed maps of the platform: audit actions.

declare module '../../platform/audit/actions.ts' {
  interface AuditActions {
    'cashOut.agreed': true;
    'cashOut.approved': true;
    'cashOut.refused': true;
    'statement.settled': true;
    'transaction.released': true;
    'transaction.reversed': true;
    'transaction.refunded': true;
    'transaction.chargedBack': true;
    'producer.feeChanged': true;
  }
}

export {};
