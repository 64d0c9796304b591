// What documents adds to the closed maps of the platform: audit actions.

declare module '../../platform/audit/actions.ts' {
  interface AuditActions {
    'producer.documentViewed': true;
    'performer.documentViewed': true;
    'age.documentViewed': true;
  }
}

export {};
